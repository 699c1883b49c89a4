import type { EngineFacts, Statistic } from "../../engine/port.js";
import type { Costs } from "../../model/costs.js";
import type { Task } from "../../model/tree.js";
import { type AppliesWhen, holds } from "../applies.js";
import type { Criterion } from "../criterion/criterion.js";
import { treeApplies } from "../treeApplies.js";
import { type TreeOptions, treeDefaults } from "../treeOptions.js";

/**
 * What a fast way of growing knows of the options: all values of one, or those that it says. An option that it does not
 * name must be at its neutral value, or without effect; so an option that is added later declines every fast way until
 * that way says that it knows it.
 */
export type KnownOptions = {
  readonly [K in keyof TreeOptions]?: "any" | ((value: TreeOptions[K]) => boolean);
};

/** What a fast way asks of a plan besides its options. */
export interface PlanFacts {
  readonly criterion: Criterion;
  readonly statistic: Statistic;
  readonly scaled: boolean;
  readonly averageGain: boolean;
  readonly mdlCorrection: boolean;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly costs?: Costs;
  readonly attributeCosts?: readonly number[];
  readonly leaf: "mean" | "median" | "midrange";
  readonly facts: Pick<EngineFacts, "attributes" | "target">;
  readonly totalWeight: number;
}

/** Whether a way that knows these options grows what they ask for. */
export function isCovered(options: TreeOptions, known: KnownOptions, task: Task): boolean {
  return (Object.keys(options) as (keyof TreeOptions)[]).every((name) => {
    const rule = known[name] as "any" | ((value: unknown) => boolean) | undefined;
    if (rule === "any") return true;
    const value = options[name];
    return rule ? rule(value) : isNeutral(name, value) || isIdle(name, options, task);
  });
}

/** The general defaults ask for nothing special; nor does what is off where there is no default. */
function isNeutral(name: keyof TreeOptions, value: unknown): boolean {
  const neutral = (treeDefaults as Partial<TreeOptions>)[name];
  return value === neutral || (neutral === undefined && value === false);
}

/** An option whose condition does not hold. */
function isIdle(name: keyof TreeOptions, options: TreeOptions, task: Task): boolean {
  const when = treeApplies[name] as AppliesWhen | undefined;
  return when !== undefined && holds(when, options, task) === false;
}

/** Options that are heeded before growth or after it, whoever grows the tree. */
export const BESIDE_GROWTH = {
  combinations: "any",
  components: "any",
  strings: "any",
  prune: "any",
  alpha: "any",
  chooseBy: "any",
  pruneRule: "any",
  pruneFolds: "any",
  measure: "any",
  table: "any",
  pruneShare: "any",
  confidence: "any",
  errorBound: "any",
  raising: "any",
  maxIncrease: "any",
  mergeTo: "any",
  pruneSignificance: "any",
  collapse: "any",
} as const satisfies KnownOptions;

export function oneOf<T>(...values: readonly T[]): (value: T) => boolean {
  return (value) => values.includes(value);
}
