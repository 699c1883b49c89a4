import { CoppiceError, show } from "../base/errors.js";
import { optionHint } from "../learn/foreignNames.js";
import { missingStrategies } from "../learn/missing/strategies.js";
import { checkOptions, describeOptions } from "../learn/options.js";
import { learnerNamed } from "../learn/registry.js";
import type { Task } from "../model/tree.js";
import { settingOf } from "./assignment.js";

/** A learner with its options, one of those compared. */
export interface Candidate {
  /** As the user wrote it: `cart:maxDepth=3`. */
  readonly name: string;
  readonly learner: string;
  readonly set: ReadonlyMap<string, unknown>;
  /** With defaults. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * `cart,c45:minLeaf=5:prune=none` is two learners. `--set name=value` is for every learner that has the option, and
 * `--set cart.name=value` for cart alone; what stands with the learner itself comes last, and wins.
 */
export function candidatesOf(text: string, settings: ReadonlyMap<string, unknown>): Candidate[] {
  const specs = text.split(",").map((spec) => spec.trim());
  const parsed = specs.map((spec) => {
    const [learner, ...own] = spec.split(":");
    if (learner === "") {
      throw new CoppiceError("USAGE", `--learners needs names apart by commas; got ${show(text)}`, {
        name: "--learners",
        value: text,
      });
    }
    return { name: spec, learner: learnerNamed(learner), own: own.map(settingOf) };
  });
  checkSettings(
    settings,
    parsed.map(({ learner }) => learner),
  );
  const twice = specs.find((spec, i) => specs.indexOf(spec) !== i);
  if (twice !== undefined) {
    throw new CoppiceError("OPTION_CONFLICT", `--learners names ${show(twice)} twice`, {
      name: "--learners",
    });
  }
  return parsed.map(({ name, learner, own }) => {
    const known = new Set(describeOptions(learner).map((option) => option.name));
    const set = new Map<string, unknown>();
    const takes = (key: string) => known.has(key) || (known.has("settings") && key.startsWith("of."));
    for (const [key, value] of settings) if (takes(key)) set.set(key, value);
    for (const [key, value] of settings) {
      if (key.startsWith(`${learner.name}.`)) set.set(key.slice(learner.name.length + 1), value);
    }
    for (const [key, value] of own) set.set(key, value);
    return candidate(name, learner.name, set);
  });
}

function candidate(name: string, learner: string, set: ReadonlyMap<string, unknown>): Candidate {
  return { name, learner, set, options: checkOptions(learnerNamed(learner), Object.fromEntries(set)) };
}

/** A setting that no learner takes is a mistake. */
function checkSettings(
  settings: ReadonlyMap<string, unknown>,
  learners: readonly ReturnType<typeof learnerNamed>[],
): void {
  const known = learners.flatMap((learner) => describeOptions(learner).map(({ name }) => name));
  for (const key of settings.keys()) {
    const isPrefixed =
      learners.some(({ name }) => key.startsWith(`${name}.`)) ||
      (known.includes("settings") && key.startsWith("of."));
    if (isPrefixed || known.includes(key)) continue;
    throw new CoppiceError(
      "OPTION_UNKNOWN",
      `none of the learners has an option ${JSON.stringify(key)}${optionHint(key, known)}`,
      { name: key },
    );
  }
}

/** What cannot be compared, and why. */
export interface Refused {
  readonly name: string;
  readonly learner: string;
  readonly error: CoppiceError;
}

/** Each learner once with every strategy for missing values that it knows; and those that its options do not admit. */
export function withStrategies(
  candidates: readonly Candidate[],
  task: Task,
): { readonly candidates: Candidate[]; readonly refused: Refused[] } {
  const refused: Refused[] = [];
  const found = candidates.flatMap(({ name, learner, set }) => {
    const option = describeOptions(learnerNamed(learner)).find((one) => one.name === "missing");
    if (option === undefined) {
      refused.push({ name, learner, error: withoutStrategies(learner) });
      return [];
    }
    const strategies = missingStrategies(task).filter((one) => option.choices?.includes(one));
    return strategies.flatMap((one) => {
      const full = `${name}:missing=${one}`;
      try {
        return [candidate(full, learner, new Map([...set, ["missing", one]]))];
      } catch (error) {
        if (!(error instanceof CoppiceError)) throw error;
        refused.push({ name: full, learner, error });
        return [];
      }
    });
  });
  if (found.length === 0) throw refused[0].error;
  return { candidates: found, refused };
}

function withoutStrategies(learner: string): CoppiceError {
  return new CoppiceError("OPTION_CONFLICT", `--missing all: ${learner} has no option missing`, {
    name: "--missing",
  });
}
