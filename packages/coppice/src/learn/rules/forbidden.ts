import { unreachable } from "../../base/errors.js";
import type { ForbiddenRule } from "../../rules/parse/parseExpertRules.js";
import type { ExampleAttribute } from "./examples.js";
import { literalsOf } from "./guideLiterals.js";
import { holds, type Literal } from "./literal.js";

/** For each attribute, whether a further condition on it would make the rule contain something forbidden. */
export type Refusals = ReadonlyMap<number, (literal: Literal) => boolean>;

/** Codes of one attribute: 1 where a rule still admits them. The last is for missing values. */
type CodeSet = Uint8Array;

/** A forbidden conjunction as sets of codes, by attribute. */
type Ban = ReadonlyMap<number, CodeSet>;

/**
 * What no rule for a class may contain. A rule contains a conjunction where, on each of its attributes, the rule admits
 * no other codes than it does.
 */
export class Forbidden {
  private constructor(
    private readonly bans: readonly Ban[],
    private readonly attributes: readonly ExampleAttribute[],
  ) {}

  /** What is forbidden to rules for a class; undefined where nothing is. */
  static forClass(
    rules: readonly ForbiddenRule[],
    attributes: readonly ExampleAttribute[],
    label?: number,
  ): Forbidden | undefined {
    const mine = rules.filter((rule) => rule.label === undefined || rule.label === label);
    if (mine.length === 0) return undefined;
    const bans = mine.map((rule) => codeSets(literalsOf(rule.if, attributes), attributes));
    return new Forbidden(bans, attributes);
  }

  /** A rule without the conditions that make it contain something forbidden: for each such conjunction, the last one. */
  cleared(literals: readonly Literal[]): readonly Literal[] {
    let left = literals;
    for (const ban of this.bans) {
      const sets = codeSets(left, this.attributes);
      if (![...ban].every(([a, banned]) => within(sets.get(a), banned))) continue;
      const last = left.findLast(({ attribute }) => ban.has(attribute))?.attribute;
      left = left.filter(({ attribute }) => attribute !== last);
    }
    return left;
  }

  /** What may not be added to a rule. */
  refusals(literals: readonly Literal[]): Refusals {
    const sets = codeSets(literals, this.attributes);
    const refused = new Map<number, (literal: Literal) => boolean>();
    for (const ban of this.bans) {
      const open = [...ban].filter(([a, banned]) => !within(sets.get(a), banned));
      // Two attributes or more to go: one further condition cannot complete it.
      if (open.length !== 1) continue;
      const [[a, banned]] = open;
      const before = refused.get(a);
      const completes = completing(sets.get(a), banned);
      refused.set(a, before ? (literal) => before(literal) || completes(literal) : completes);
    }
    return refused;
  }
}

function codeSets(
  literals: readonly Literal[],
  attributes: readonly ExampleAttribute[],
): Map<number, CodeSet> {
  const sets = new Map<number, CodeSet>();
  for (const literal of literals) {
    const { attribute } = literal;
    sets.set(attribute, narrowed(sets.get(attribute), literal, attributes[attribute]));
  }
  return sets;
}

function narrowed(set: CodeSet | undefined, literal: Literal, { count }: ExampleAttribute): CodeSet {
  const kept = new Uint8Array(count + 1);
  for (let code = 0; code <= count; code++) {
    kept[code] = (set === undefined || set[code] === 1) && holds(literal, code, count) ? 1 : 0;
  }
  return kept;
}

/** Whether a condition leaves a set of codes nothing but banned ones. */
function completing(set: CodeSet | undefined, banned: CodeSet): (literal: Literal) => boolean {
  const last = banned.length - 1;
  const isOther = (code: number) => (set === undefined || set[code] === 1) && banned[code] === 0;
  /** How many codes below each are admitted and not banned; missing values fulfil no condition that is learned. */
  const others = new Int32Array(banned.length);
  for (let code = 0; code < last; code++) others[code + 1] = others[code] + (isOther(code) ? 1 : 0);
  return (literal) => {
    switch (literal.kind) {
      case "atMost":
        return others[literal.code + 1] === 0;
      case "above":
        return others[last] === others[literal.code + 1];
      case "levels":
        return !literal.levels.some(isOther);
      default:
        return unreachable(literal);
    }
  };
}

/** A rule that does not ask for an attribute is within nothing. */
function within(set: CodeSet | undefined, banned: CodeSet): boolean {
  return set?.every((is, code) => is === 0 || banned[code] === 1) ?? false;
}
