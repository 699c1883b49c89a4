/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: records hold the text of programs */
const folder = "packages/coppice/src/cli";

export const cli = [
  {
    name: "exit-code-of-target",
    file: `${folder}/run.ts`,
    find: '  "TARGET_MISSING",\n',
    replace: "",
    wrong: "A command without a target ends with 1, as if it had failed, and not with 2, wrong usage.",
  },
  {
    name: "undo-of-first-edits",
    file: `${folder}/edit.ts`,
    find: "edits: edits.slice(0, -undo)",
    replace: "edits: edits.slice(undo)",
    wrong: "`--undo` takes back the first edits and not the last.",
  },
  {
    name: "terminal-obeys-names",
    file: `${folder}/io.ts`,
    find: "printLine(io.stderr, printable(`${kind}: ${text}`));",
    replace: "printLine(io.stderr, `${kind}: ${text}`);",
    wrong: "Control characters in the name of a column reach the terminal in warnings.",
  },
  {
    name: "unreadable-checkpoint",
    file: `${folder}/checkpoint.ts`,
    find: 'if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;',
    replace: "return undefined;",
    wrong:
      "A checkpoint that cannot be read is taken for one that is not there: the work begins anew and overwrites it.",
  },
];
