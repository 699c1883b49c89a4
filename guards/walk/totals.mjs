import { totalsOf, walk } from "./walk.mjs";

/** The commands whose totals are recorded: fits by eight learners, and six verbs. */
export const COMMANDS = [
  ...["cart", "c45", "id3", "modelTree", "linearTree", "forest", "gradientBoost", "ripper"].map(
    (learner) => `fit --learner ${learner}`,
  ),
  ...["predict", "explain", "rules", "show", "evaluate --folds 3", "describe"],
];

const COLUMNS = ["command", "files", "functions", "lines"];

/** The totals of all these commands, as a table with tabs. */
export async function recordedText(commands = COMMANDS) {
  const rows = [COLUMNS];
  for (const command of commands) {
    const { files, functions, lines } = totalsOf(await walk(command.split(" ")));
    rows.push([command, files, functions, lines]);
  }
  return rows.map((row) => `${row.join("\t")}\n`).join("");
}

/** Each line that differs, as it was and as it is. */
export function differences(recorded, found) {
  const [was, is] = [recorded, found].map(
    (text) =>
      new Map(
        text
          .trimEnd()
          .split("\n")
          .map((line) => [line.split("\t")[0], line]),
      ),
  );
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((command) => was.get(command) !== is.get(command))
    .map((command) => [was.get(command), is.get(command)].map(words).join("  →  "));
}

const words = (line) => line?.replaceAll("\t", "  ") ?? "(not recorded)";
