import { describe, expect, it } from "vitest";
import { tennis } from "../synthetic/index.js";
import { fitSync } from "./fitSync.js";

describe("a request in JavaScript", () => {
  const learn = (request: unknown) => () => fitSync(tennis(), request as { target: "Play" });

  it.each([
    [{ target: "Play", lerner: "cart" }, 'there is no field "lerner" in a request; did you mean "learner"?'],
    [
      { target: "Play", random_state: 1 },
      'there is no field "random_state" in a request; here it is called "seed"',
    ],
    [
      { target: "Play", folds: 5 },
      'there is no field "folds" in a request to fit: it is a field of crossValidate',
    ],
    [{ target: "Play", weights: "Wind" }, 'here it is called "weight"'],
    [undefined, 'the request must be an object such as {target: "class"}; got undefined'],
    [{ target: "Play", options: [1] }, "options must be an object; got [1]"],
    [{ target: "Play", options: null }, "options must be an object; got null"],
    [{ target: "Play", seed: "a" }, 'seed must be an integer; got "a"'],
    [{ target: "Play", signal: {} }, 'signal must be an AbortSignal; got "object"'],
    [{ target: "Play", ignore: "Wind" }, 'ignore must be a list of column names; got "Wind"'],
  ])("%j is refused", (request, message) => expect(learn(request)).toThrow(message));

  it("is taken with any of its fields", () => {
    expect(learn({ target: "Play", seed: 3, ignore: ["Wind"], learner: "id3" })).not.toThrow();
  });
});
