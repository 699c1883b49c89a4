import { rulesSyntax } from "./tokens.js";

/** The marker in front of an expert rule. */
export type Marker = "LOCKED" | "GIVEN" | "FORBIDDEN";

/** The position of a rule in a text, without its marker and name. */
export interface Statement {
  readonly marker?: Marker;
  readonly from: number;
  readonly to: number;
}

/** The start of a rule, with an optional marker and name, as in `LOCKED R3: IF …`. */
const BEGINS = /^\s*(?:(LOCKED|GIVEN|FORBIDDEN)\s+)?(?:[^\s"{},()]+:\s+)?(?=(?:IF|ALWAYS|OTHERWISE)(?:\s|$))/;
/** FORBIDDEN may be followed by an attribute instead of a rule. */
const ATTRIBUTE = /^\s*(FORBIDDEN)\s+(?=ATTRIBUTE\s)/;

/** The rules of a text: each extends to the line before the next; lines that begin with # are comments. */
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
