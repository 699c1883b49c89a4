import type { ColumnSchema } from "../../table/schema.js";
import { type Conjunction, join, negated } from "../conjunction.js";
import { ConditionReader } from "./condition.js";
import { rulesSyntax, type Token } from "./tokens.js";

/** Conjunctions, one of which must hold. */
type Disjunction = readonly Conjunction[];

/** More conjunctions than this result from a negation or bracketing that cannot be intended. */
const MOST = 10_000;

/**
 * The part between IF and THEN: conditions with AND, OR, NOT and brackets, expanded into conjunctions. Those that no
 * row satisfies are left out.
 */
export function readPremise(
  text: string,
  tokens: readonly Token[],
  attributes: readonly ColumnSchema[],
): Disjunction {
  return new PremiseReader(text, tokens, attributes).read();
}

class PremiseReader {
  private at = 0;
  private readonly conditions: ConditionReader;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly attributes: readonly ColumnSchema[],
  ) {
    this.conditions = new ConditionReader(text, attributes);
  }

  read(): Disjunction {
    const found = this.either();
    if (this.at < this.tokens.length)
      this.fail(`expected AND, OR or THEN, found ${this.tokens[this.at].text}`);
    return found;
  }

  private either(): Disjunction {
    const found = [...this.all()];
    while (this.takes("OR")) found.push(...this.all());
    return this.limited(found);
  }

  private all(): Disjunction {
    let found = this.factor();
    while (this.takes("AND")) found = this.product(found, this.factor());
    return found;
  }

  private factor(): Disjunction {
    if (this.takes("NOT")) return this.not(this.factor());
    if (this.tokens[this.at]?.kind === "open") {
      this.at++;
      const inside = this.either();
      if (this.tokens[this.at]?.kind !== "close") this.fail("a bracket is not closed");
      this.at++;
      return inside;
    }
    return this.condition();
  }

  private condition(): Disjunction {
    const from = this.at;
    while (this.at < this.tokens.length && !["key", "open", "close"].includes(this.tokens[this.at].kind))
      this.at++;
    if (this.at === from) this.fail("a condition is missing");
    const found = this.conditions.read(this.tokens.slice(from, this.at));
    return found.map((one) => new Map([[one.attribute, one]]));
  }

  private product(a: Disjunction, b: Disjunction): Disjunction {
    const found: Conjunction[] = [];
    for (const one of a) {
      for (const other of b) {
        const joined = join(one, other, this.attributes);
        if (joined) found.push(joined);
      }
      this.limited(found);
    }
    return found;
  }

  /** NOT (a AND b OR c) is (NOT a OR NOT b) AND NOT c. */
  private not(disjunction: Disjunction): Disjunction {
    return disjunction
      .map((conjunction) =>
        [...conjunction.values()].flatMap((one) =>
          negated(one, this.attributes[one.attribute]).map((other) => new Map([[one.attribute, other]])),
        ),
      )
      .reduce<Disjunction>((found, one) => this.product(found, one), [new Map()]);
  }

  private limited(found: Disjunction): Disjunction {
    if (found.length > MOST) this.fail(`the conditions expand to more than ${MOST} conjunctions`);
    return found;
  }

  private takes(key: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== "key" || token.text !== key) return false;
    this.at++;
    return true;
  }

  private fail(problem: string): never {
    const token = this.tokens[Math.min(this.at, this.tokens.length - 1)];
    throw rulesSyntax(this.text, token?.from ?? 0, problem);
  }
}
