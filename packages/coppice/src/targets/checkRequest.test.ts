import { describe, expect, it } from "vitest";
import { tennis } from "../synthetic/index.js";
import { fitSync } from "./fitSync.js";
import { fit } from "./nodeFit.js";

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
    [
      { target: "Play", learner: null },
      "learner must be a learner's name, a learner or the module of one; got null",
    ],
    [{ target: "Play", learner: { name: "x" } }, 'the module of one; got {"name":"x"}'],
    [
      { target: "Play", types: { Wind: "number" } },
      'the type of "Wind" must be one of numeric, nominal, ordered, string, text; got "number"; did you mean "numeric"?',
    ],
    [
      { target: "Play", schema: { columns: [{ name: "Wind", type: "number" }] } },
      'columns[0].type must be one of numeric, nominal, ordered, string, text; got "number"; did you mean "numeric"?',
    ],
    [{ target: "Play", schema: {} }, "the schema must be an object with a list of columns; got {}"],
    [{ target: "Play", signal: {} }, 'signal must be an AbortSignal; got "object"'],
  ])("%j is refused", (request, message) => expect(learn(request)).toThrow(message));

  it("needs data", async () => {
    const none = null as unknown as object[];
    expect(() => fitSync(none, { target: "a" })).toThrow("cannot make a table from this data: got null");
    await expect(fit(none, { target: "a" })).rejects.toThrow("cannot make a table from this data: got null");
  });

  it("does not begin once it is aborted", () => {
    expect(learn({ target: "Play", signal: AbortSignal.abort() })).toThrow("learning was stopped");
    expect(learn({ target: "Play", signal: new AbortController().signal })).not.toThrow();
  });

  it("is taken with any of its fields", () => {
    expect(learn({ target: "Play", seed: 3, ignore: ["Wind"], learner: "id3" })).not.toThrow();
  });
});
