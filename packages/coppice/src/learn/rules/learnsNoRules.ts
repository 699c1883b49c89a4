import { CoppiceError } from "../../base/errors.js";

export function learnsNoRules(name: string): CoppiceError {
  const message = `${name} learns no rules, so it cannot go by rules that are given`;
  return new CoppiceError("LEARNER_RULES", message, { name, rule: "a learner of rules" });
}
