import { rulesSyntax } from "./tokens.js";

/** What stands before a rule that learning is to go by. */
export type Marker = "LOCKED" | "GIVEN" | "FORBIDDEN";

/** A rule's place in a text, its mark and name left out. */
export interface Statement {
  readonly marker?: Marker;
  readonly from: number;
  readonly to: number;
}

/** Where a rule begins: perhaps with a mark, and with a name of its own, as in `LOCKED R3: IF …`. */
const BEGINS = /^\s*(?:(LOCKED|GIVEN|FORBIDDEN)\s+)?(?:[^\s"{},()]+:\s+)?(?=(?:IF|ALWAYS|OTHERWISE)(?:\s|$))/;
/** What is forbidden may be an attribute instead of a rule. */
const ATTRIBUTE = /^\s*(FORBIDDEN)\s+(?=ATTRIBUTE\s)/;

/** The rules of a text: each goes to the line before the next, lines that begin with # being remarks. */
export function statementsOf(text: string): Statement[] {
  const statements: { marker?: Marker; from: number; to: number }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const to = at + line.length;
    const begins = BEGINS.exec(line) ?? ATTRIBUTE.exec(line);
    const isRemark = /^\s*(#|$)/.test(line);
    if (begins) {
      const marker = begins[1] as Marker | undefined;
      statements.push({ from: at + begins[0].length, to, ...(marker && { marker }) });
    } else if (!isRemark) {
      const last = statements[statements.length - 1];
      if (last === undefined) throw rulesSyntax(text, at, "a rule begins with IF, ALWAYS or OTHERWISE");
      last.to = to;
    }
    at = to + 1;
  }
  return statements;
}
