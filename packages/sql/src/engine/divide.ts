import type { Division } from "coppice/engine";
import { lookup } from "../tree/bisect.js";
import { codedBranch } from "./codedTest.js";
import { type Entries, NOWHERE } from "./entries.js";
import { movesOf, OWN_CODE } from "./moves.js";
import { perNode } from "./perNode.js";
import { sharedOut } from "./shareOut.js";

/** Moves the rows of divided nodes to their branches. */
export async function divide(entries: Entries, divisions: readonly Division[]): Promise<void> {
  const moves = entries.fractions === undefined ? movesOf(divisions, entries.rows) : undefined;
  if (moves)
    return entries.move(moves.node, `(SELECT *, ${moves.code} AS ${OWN_CODE} FROM ${entries.whole}) AS m`);
  const target = perNode(
    divisions.map((division) => [division.node, nodeOf(division, entries)]),
    "node",
  );
  const sharing = divisions.filter((division) => plainRule(division).kind === "share");
  const shared = sharing.length === 0 ? undefined : await sharedOut(entries, sharing, target);
  const pieces = shared ? [shared.pieces] : [];
  const kept =
    entries.fractions &&
    `SELECT * FROM (${movedFractions(entries, target)}) AS moved WHERE node <> ${NOWHERE}`;
  const all = kept === undefined ? pieces : [kept, ...pieces];
  await entries.replaceFractions(all.length === 0 ? undefined : all.join(" UNION ALL "));
  if (shared) await entries.scratch.drop(shared.table);
  await entries.move(target);
}

function plainRule({ missing }: Division) {
  return missing.kind === "surrogates" ? missing.otherwise : missing;
}

/** The node that a row of a divided node goes to; NOWHERE if it goes to several. */
function nodeOf(division: Division, { rows }: Entries): string {
  const { test, missing, branches } = division;
  const surrogates =
    missing.kind !== "surrogates"
      ? []
      : missing.surrogates.flatMap(({ test: other, to }) => {
          const cases = to.flatMap((branch, outcome) => (branch < 0 ? [] : `WHEN ${outcome} THEN ${branch}`));
          return cases.length === 0 ? [] : [`CASE ${codedBranch(other, rows)} ${cases.join(" ")} END`];
        });
  const rule = plainRule(division);
  const last = rule.kind === "branch" ? [String(rule.to)] : [];
  const ways = [codedBranch(test, rows), ...surrogates, ...last];
  const branch = ways.length === 1 ? ways[0] : `COALESCE(${ways.join(", ")})`;
  const [first] = branches;
  // Numbered one after another, as growth does: then no search is needed.
  if (branches.every((node, b) => node === first + b)) {
    // A level's code is a branch too, of a type in which the sum may not fit.
    return `COALESCE(${first} + CAST(${branch} AS INTEGER), ${NOWHERE})`;
  }
  return `CASE WHEN ${branch} IS NULL THEN ${NOWHERE} ELSE ${lookup(branch, branches.map(String))} END`;
}

/** Fractions, each with the node that it goes to. */
function movedFractions(entries: Entries, target: string): string {
  const columns = [...entries.cellColumns, "w", ...entries.momentColumns];
  return `SELECT ${target} AS node, ${columns.join(", ")} FROM ${entries.fractions}`;
}
