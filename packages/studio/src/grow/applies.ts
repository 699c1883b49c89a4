import type { OptionFacts } from "coppice";

type When = NonNullable<OptionFacts["appliesWhen"]>;

/** Whether an option has an effect beside the others; a condition on the criterion's properties is left to the library. */
export function applies(
  when: When | undefined,
  values: ReadonlyMap<string, unknown>,
  given: Readonly<Record<string, unknown>>,
  task: string,
): boolean {
  if (when === undefined) return true;
  if ("allOf" in when) return when.allOf.every((part) => applies(part, values, given, task));
  if ("anyOf" in when) return when.anyOf.some((part) => applies(part, values, given, task));
  if ("task" in when) return when.task === task;
  if ("criterion" in when) return true;
  const value = values.get(when.option);
  if ("in" in when) return when.in.includes(value);
  if ("notIn" in when) return !when.notIn.includes(value);
  if ("given" in when) return (value !== undefined) === when.given;
  return typeof value === "number" && value < when.below;
}
