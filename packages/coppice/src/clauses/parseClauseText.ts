import { show } from "../base/errors.js";
import type { Clause, Literal, Term } from "../model/clauses.js";
import { syntaxError, type Token, tokensOf } from "./clauseTokens.js";

/** Parsed clauses: the relation they define, and its number of arguments. */
export interface WrittenDefinition {
  readonly name: string;
  readonly arity: number;
  readonly clauses: readonly Clause[];
}

/**
 * Reads clauses as `clausesText` writes them: `daughter(X,Y) ← father(Y,X) ∧ female(X)`. ASCII forms are accepted,
 * too (`:-`, `<-`, a comma or `&`, `\+`, `\=`, a full stop). Variables start with a capital letter, `_` matches
 * anything; other names may be quoted. All clauses must define the same relation.
 */
export function parseClauseText(text: string): WrittenDefinition {
  const reader = new Reader(tokensOf(text));
  const first = reader.peek();
  const written: { name: string; terms: readonly Term[]; body: Literal[]; at: Token }[] = [];
  while (reader.peek().kind !== "end") written.push(reader.clause());
  if (written.length === 0) throw syntaxError("there is no clause", first.line, first.column);
  const [{ name, terms }] = written;
  for (const { name: other, terms: others, at } of written) {
    if (other === name && others.length === terms.length) continue;
    const message = `this clause defines ${show(other)} with ${others.length} arguments, the first ${show(name)} with ${terms.length}`;
    throw syntaxError(message, at.line, at.column);
  }
  return { name, arity: terms.length, clauses: written.map(({ body }) => ({ body })) };
}

const CAPITAL = /^\p{Lu}/u;

class Reader {
  private at = 0;
  /** The variables of the current clause. */
  private variables = new Map<string, number>();
  private next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  peek(): Token {
    return this.tokens[this.at];
  }

  clause() {
    const at = this.peek();
    this.variables = new Map();
    const name = this.relationName();
    const { terms, equals } = this.head();
    this.expect("←");
    const body = this.accept("⊤") ? [] : [this.literal()];
    while (body.length > 0 && (this.accept("∧") || this.accept(","))) body.push(this.literal());
    this.accept(".");
    return { name, terms, body: [...body, ...equals], at };
  }

  /** The head's arguments are the first variables; one that is a constant or is repeated becomes a comparison. */
  private head(): { terms: Term[]; equals: Literal[] } {
    const equals: Literal[] = [];
    let place = 0;
    const terms = this.terms((token) => {
      const v = place++;
      const isVariable = token.kind === "name" && CAPITAL.test(token.value);
      if (token.kind === "sign") return v;
      const before = this.variables.get(token.value);
      if (!isVariable) equals.push({ kind: "equal", terms: [v, token.value] });
      else if (before !== undefined) equals.push({ kind: "equal", terms: [before, v] });
      else this.variables.set(token.value, v);
      return v;
    });
    this.next = place;
    return { terms, equals };
  }

  private literal(): Literal {
    const negated = this.accept("¬") ? { negated: true as const } : {};
    const [token, after] = [this.peek(), this.tokens[this.at + 1]];
    if (after?.value === "(" && after.kind === "sign") {
      return {
        kind: "relation",
        relation: this.relationName(),
        terms: this.terms((t) => this.term(t)),
        ...negated,
      };
    }
    if ("negated" in negated) throw this.fault("a relation", token);
    const left = this.term(this.takeTerm());
    const differ = this.accept("≠");
    if (!differ) this.expect("=");
    const right = this.term(this.takeTerm());
    if (left === null || right === null) throw this.fault("a variable or a constant on either side", token);
    return { kind: "equal", terms: [left, right], ...(differ && { negated: true }) };
  }

  private relationName(): string {
    const token = this.tokens[this.at++];
    if (token.kind !== "name" && token.kind !== "text") throw this.fault("a relation", token);
    return token.value;
  }

  private terms(make: (token: Token) => Term): Term[] {
    this.expect("(");
    const terms = [make(this.takeTerm())];
    while (this.accept(",")) terms.push(make(this.takeTerm()));
    this.expect(")");
    return terms;
  }

  private takeTerm(): Token {
    const token = this.tokens[this.at++];
    if (token.kind === "end" || (token.kind === "sign" && token.value !== "_")) {
      throw this.fault("a variable or a constant", token);
    }
    return token;
  }

  private term({ kind, value }: Token): Term {
    if (kind === "sign") return null;
    if (kind !== "name" || !CAPITAL.test(value)) return value;
    const known = this.variables.get(value) ?? this.next++;
    this.variables.set(value, known);
    return known;
  }

  private accept(sign: string): boolean {
    const { kind, value } = this.peek();
    const found = kind === "sign" && value === sign;
    if (found) this.at++;
    return found;
  }

  private expect(sign: string): void {
    if (!this.accept(sign)) throw this.fault(show(sign), this.peek());
  }

  private fault(wanted: string, { kind, value, line, column }: Token) {
    const found = kind === "end" ? "the end of the text" : show(value);
    return syntaxError(`expected ${wanted}, found ${found}`, line, column);
  }
}
