/**
 * Transcripts of the command: a file of what is typed and what is printed. Each `# title` begins a test; what stands
 * before the first prepares all of them. A line is, by its beginning,
 *
 *     $ coppice fit ./t.csv > ./out   a command that ends with 0; `2$` one that ends with 2; `./` is a temporary folder
 *     -- t.csv a,b\n1,2\n             a file with this text; without a text, with the lines up to an empty one
 *     ++ t.csv 3,4\n                  text that is added to a file
 *     ! text                          standard error, line by line; `!` alone if there is none
 *     ~ text, !~ text                 somewhere on standard output or error, each after the one before
 *     ^ text, !^ text                 nowhere on standard output or error; `\n` ends a line in these and those before
 *     = {"rows":24}                   a part of the JSON on standard output (see kit/transcriptJson.ts)
 *     ## text                         a comment
 *
 * and every other line is standard output. A title that ends with `: @ = one 'two three'` is a test for each of these words.
 * `…` stands for any text, alone on a line for any lines. A stream without a line is not looked at, but that a command that
 * fails prints nothing on standard output if that is not sent to a file. COPPICE_WRITE_TRANSCRIPTS=1 writes what was printed
 * in place of lines without `…` that differ.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { type Folder, folder } from "./folder.js";
import { jsonDifference, patternOf } from "./transcriptJson.js";
import { type Printed, runTool, type Tools } from "./transcriptTools.js";

interface Line {
  readonly mark: string;
  readonly text: string;
  readonly number: number;
}

interface Step {
  readonly head: Line;
  readonly lines: readonly Line[];
}

interface Part {
  readonly title: string;
  readonly steps: Step[];
}

const ADVICE =
  "If this is meant: COPPICE_WRITE_TRANSCRIPTS=1 npx vitest run transcripts, and read the difference.";

const MARK = /^(\d?\$|--|\+\+|##?|!~|!\^|[!~^=]|!)(?: |$)/;

function partsOf(source: readonly string[]): Part[] {
  const parts: Part[] = [{ title: "", steps: [] }];
  let lines: Line[] = [];
  source.forEach((line, index) => {
    const mark = MARK.exec(line)?.[1] ?? "";
    const text = mark === "" ? line.replace(/^\\/, "") : line.slice(mark.length + 1);
    const read = { mark, text, number: index + 1 };
    if (mark === "#") parts.push({ title: text, steps: [] });
    else if (/\$|--|\+\+/.test(mark)) {
      lines = [];
      parts.at(-1)!.steps.push({ head: read, lines });
    } else if (mark !== "##") lines.push(read);
  });
  return parts;
}

/** A test for each word of a title's `@ = one two`, which stands for `@` in the title and in every line. */
function variantsOf(part: Part): Part[] {
  const [, title, words] = /^(.*): @ = (.*)$/.exec(part.title) ?? [];
  if (words === undefined) return [part];
  return wordsOf(words).map((word) => {
    const filled = (line: Line) => ({ ...line, text: line.text.replaceAll("@", word) });
    const steps = part.steps.map(({ head, lines }) => ({ head: filled(head), lines: lines.map(filled) }));
    return { title: title.replaceAll("@", word), steps };
  });
}

/** The words of a command line, without their quotes. */
const wordsOf = (text: string) =>
  (text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one, two) => one ?? two),
  );

/** Lines of a stream, without the empty ones at the end. */
const linesOf = (text: string) => (text.trimEnd() === "" ? [] : text.replace(/\n+$/, "").split("\n"));

const inLine = (text: string) => patternOf(text, ".*?");
/** A text of which `\\n` is the end of a line. */
const inText = (text: string) => inLine(text.replaceAll("\\n", "\n"));
const inLines = (lines: readonly string[]) =>
  lines.map((line) => (line === "…" ? "(?:.*\\n)*?" : `${inLine(line)}\\n`)).join("");

/** The place of the first line that differs, or undefined. */
function firstDifference(expected: readonly string[], found: readonly string[]): number | undefined {
  const text = found.map((line) => `${line}\n`).join("");
  if (new RegExp(`^${inLines(expected)}$`).test(text)) return undefined;
  let same = 0;
  while (same < expected.length && new RegExp(`^${inLines(expected.slice(0, same + 1))}`).test(text)) same++;
  return same;
}

/** Checks what a step printed, and keeps what is to be written in its place. */
class Check {
  constructor(
    readonly file: string,
    readonly step: Step,
    readonly rewrite: (from: number, count: number, lines: readonly string[]) => boolean,
  ) {}

  fail(line: Line, expected: string, found: string): never {
    throw new Error(
      `${this.file}:${line.number}: ${this.step.head.text}\n  expected: ${expected}\n  printed:  ${found}`,
    );
  }

  exact(mark: string, printed: string): void {
    const lines = this.step.lines.filter((line) => line.mark === mark);
    while (mark === "" && lines.at(-1)?.text === "") lines.pop();
    if (lines.length === 0) return;
    const expected = lines.map(({ text }) => text).filter((text) => mark === "" || text !== "");
    const found = linesOf(printed);
    const place = firstDifference(expected, found);
    if (place === undefined) return;
    const prefix = (line: string) => (mark === "" ? line.replace(MARK, "\\$&") : `${mark} ${line}`);
    const isPlain = !expected.some((line) => line.includes("…"));
    if (isPlain && this.rewrite(lines[0].number, lines.length, found.map(prefix))) return;
    const line = lines[Math.min(place, lines.length - 1)];
    this.fail(line, expected[place] ?? "no more", `${found[place] ?? "no more"}\n\n${printed}\n${ADVICE}`);
  }

  /** Texts each after the one before, and texts that are nowhere. */
  parts(has: string, hasNot: string, printed: string): void {
    let from = 0;
    for (const line of this.step.lines) {
      if (line.mark === has) {
        const match = new RegExp(inText(line.text)).exec(printed.slice(from));
        if (match === null) this.fail(line, line.text, `\n${printed}`);
        from += match.index + match[0].length;
      } else if (line.mark === hasNot && new RegExp(inText(line.text)).test(printed))
        this.fail(line, `not ${line.text}`, `\n${printed}`);
    }
  }

  all({ code, out, err }: Printed): void {
    const exit = Number(this.step.head.mark.slice(0, -1));
    if (code !== exit) this.fail(this.step.head, `exit code ${exit}`, `exit code ${code}\n\n${err}${out}`);
    const isShown = this.step.lines.some(
      ({ mark, text }) => mark === "=" || mark === "~" || (mark === "" && text !== ""),
    );
    if (exit !== 0 && !isShown && out !== "" && !this.step.head.text.includes(" > "))
      this.fail(this.step.head, "nothing on standard output", out);
    this.exact("", out);
    this.exact("!", err);
    this.parts("~", "^", out);
    this.parts("!~", "!^", err);
    for (const line of this.step.lines) {
      if (line.mark !== "=") continue;
      if (/ --json( |$)/.test(this.step.head.text) && linesOf(out).length !== 1)
        this.fail(line, "one line of JSON", out);
      const difference = jsonDifference(JSON.parse(line.text), out);
      if (difference !== undefined) this.fail(line, difference.expected, difference.found);
    }
  }
}

async function run(step: Step, at: Folder, tools: Tools): Promise<Printed | undefined> {
  const { mark, text } = step.head;
  const [name, ...rest] = text.split(" ");
  if (!mark.endsWith("$")) {
    const given =
      rest.length > 0 ? (JSON.parse(`"${rest.join(" ").replaceAll('"', '\\"')}"`) as string) : undefined;
    const below = step.lines.slice(0, step.lines.findIndex((line) => line.text === "") >>> 0);
    const content = given ?? below.map((line) => `${line.text}\n`).join("");
    at.put(name, mark === "++" ? at.text(name) + content : content);
    return undefined;
  }
  const words = wordsOf(text).map((word) => word.replaceAll(/(^|[=:,('" ])\.\//g, `$1${at.path}/`));
  const into = words.findIndex((word) => /^2?>>?$/.test(word));
  const [command, ...args] = into < 0 ? words : words.slice(0, into);
  const ran = command === "coppice" ? await runHere(...args) : await runTool(command, args, tools);
  for (let i = into; i >= 0 && i < words.length; i += 2)
    writeFileSync(words[i + 1], words[i] === "2>" ? ran.err : ran.out, {
      flag: words[i] === ">>" ? "a" : "w",
    });
  const plain = (printed: string) => printed.replaceAll(`${at.path}/`, "./");
  return { code: ran.code, out: plain(ran.out), err: plain(ran.err) };
}

function describeTranscript(path: string, name: string, tools: Tools): void {
  const source = readFileSync(path, "utf8").split("\n");
  const [setup, ...parts] = partsOf(source);
  const edits: { from: number; count: number; lines: readonly string[] }[] = [];
  const rewrite = (from: number, count: number, lines: readonly string[]) => {
    if (process.env.COPPICE_WRITE_TRANSCRIPTS === "1") edits.push({ from, count, lines });
    return process.env.COPPICE_WRITE_TRANSCRIPTS === "1";
  };
  describe(name, () => {
    const at = folder();
    const perform = async ({ steps }: Part) => {
      for (const step of steps) {
        const printed = await run(step, at, tools);
        if (printed !== undefined) new Check(name, step, rewrite).all(printed);
      }
    };
    beforeAll(() => perform(setup));
    for (const part of parts.flatMap(variantsOf)) it(part.title, () => perform(part));
    afterAll(() => {
      edits.sort((a, b) => b.from - a.from);
      for (const { from, count, lines } of edits) source.splice(from - 1, count, ...lines);
      if (edits.length > 0) writeFileSync(path, source.join("\n"));
    });
  });
}

/** The tests of all transcripts in a folder, in which more can be typed than in all others. */
export function describeTranscripts(directory: URL, tools: Tools = {}): void {
  const path = fileURLToPath(directory);
  for (const name of readdirSync(path).filter((each) => each.endsWith(".cli")))
    describeTranscript(path + name, name, tools);
}
