import { expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { tennis } from "../synthetic/index.js";
import { fitSync } from "./fitSync.js";
import { fit } from "./nodeFit.js";

const learn = (request: unknown) => () => fitSync(tennis(), request as { target: "Play" });

it.each(cases`
  {"lerner":"cart"} → there is no field "lerner" in a request; did you mean "learner"?
  {"random_state":1} → there is no field "random_state" in a request; here it is called "seed"
  {"folds":5} → there is no field "folds" in a request to fit: it is a field of crossValidate
  {"weights":"Wind"} → here it is called "weight"
  {"learner":null} → learner must be a learner's name, a learner or the module of one; got null
  {"learner":{"name":"x"}} → the module of one; got {"name":"x"}
  {"types":{"Wind":"number"}} → the type of "Wind" must be one of numeric, nominal, ordered, string, text; got "number"; did you mean "numeric"?
  {"schema":{"columns":[{"name":"Wind","type":"number"}]}} → columns[0].type must be one of numeric, nominal, ordered, string, text; got "number"; did you mean "numeric"?
  {"schema":{}} → the schema must be an object with a list of columns; got {}
  {"signal":{}} → signal must be an AbortSignal; got "object"
`)("a request with %s is refused", (fields, message) => {
  expect(learn({ target: "Play", ...JSON.parse(fields) })).toThrow(message);
});

it("a request needs to be one, and data", async () => {
  const none = null as unknown as object[];
  expect(learn(undefined)).toThrow('the request must be an object such as {target: "class"}; got undefined');
  expect(() => fitSync(none, { target: "a" })).toThrow("cannot make a table from this data: got null");
  await expect(fit(none, { target: "a" })).rejects.toThrow("cannot make a table from this data: got null");
});

it("a request is taken with any of its fields, unless it is aborted", () => {
  expect(learn({ target: "Play", signal: AbortSignal.abort() })).toThrow("learning was stopped");
  expect(learn({ target: "Play", signal: new AbortController().signal })).not.toThrow();
  expect(learn({ target: "Play", seed: 3, ignore: ["Wind"], learner: "id3" })).not.toThrow();
});
