import pc from "picocolors";
import type { ClauseFigures } from "../clauses/evaluateClauses.js";
import type { Clause, ClauseSize, Signature } from "../model/clauses.js";
import type { Io } from "./io.js";
import { countText, figure, secondsText } from "./layout.js";

/** What `coppice foil --json` prints, and its text is made of. */
export interface FoilAnswer {
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly target: Signature;
  readonly relations: readonly (Signature & { readonly tuples: number })[];
  readonly clauses: readonly (Clause & { readonly text: string })[];
  readonly size: ClauseSize;
  /** Tuples that follow from the clauses. */
  readonly derived: number;
  /** Absent when the relations do not have the target. */
  readonly train?: ClauseFigures & { readonly closedWorld: boolean };
  readonly heldOut?: ClauseFigures & { readonly folds: number; readonly perFold: readonly ClauseFigures[] };
  readonly seconds: { readonly read: number; readonly fit: number };
  readonly out?: string;
  readonly prologFile?: string;
  readonly predictionsFile?: string;
  readonly warnings: readonly string[];
}

export function foilText(io: Io, answer: FoilAnswer): string {
  const { bold } = pc.createColors(io.stdout.color);
  const { clauses, size, train, heldOut, seconds } = answer;
  const lines: [string, string][] = [
    ["size", `${countText(size.clauses, "clause")}, ${countText(size.literals, "literal")}`],
    train ? ["known", figuresText(train)] : ["follow", countText(answer.derived, "tuple")],
    ...(heldOut
      ? [["left out", `${figuresText(heldOut)}, in ${heldOut.folds} folds`] as [string, string]]
      : []),
    ["time", `read ${secondsText(seconds.read)}, learn ${secondsText(seconds.fit)}`],
    ...written("model", answer.out),
    ...written("Prolog", answer.prologFile),
    ...written("tuples", answer.predictionsFile),
  ];
  const found = clauses.length === 0 ? ["no clause was found"] : clauses.map(({ text }) => text);
  return [...found, "", ...lines.map(([name, text]) => `  ${bold(name.padEnd(8))}  ${text}`)].join("\n");
}

function written(name: string, path: string | undefined): [string, string][] {
  return path === undefined ? [] : [[name, `written to ${path}`]];
}

function figuresText({ positives, derived, negatives, wrong, accuracy }: ClauseFigures): string {
  return `${derived} of ${positives} positives follow, ${wrong} of ${negatives} negatives do; accuracy ${figure(accuracy)}`;
}
