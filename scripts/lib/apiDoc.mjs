import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The reference of one entry of the package, as Markdown: every exported name with its declaration and its comment, read
 * from the declaration files that the compiler wrote. `file` is the entry's `.d.ts`; names that `besides` exports are left
 * to its own page.
 */
export function apiDoc({ entry, file, intro, besides }) {
  const elsewhere = besides === undefined ? new Map() : exportsOf(besides);
  const names = [...exportsOf(file)]
    .filter(([name, { file: home }]) => elsewhere.get(name)?.file !== home)
    .sort(([a], [b]) => a.localeCompare(b, "en"));
  const found = names.map(([name, { file: home, local, typeOnly }]) => ({
    name,
    typeOnly,
    ...declarationOf(readFileSync(home, "utf8"), local, name),
  }));
  const values = found.filter(({ kind, typeOnly }) => !isType(kind) && !typeOnly);
  const types = found.filter((one) => !values.includes(one));
  const parts = [
    `# ${entry}`,
    `<!-- Written by \`npm run api-doc\` from the declarations of the library; a test checks that it is up to date. -->`,
    intro,
    ...section("Functions and values", values),
    ...section("Types", types),
  ];
  return `${parts.join("\n\n")}\n`;
}

const isType = (kind) => kind === "interface" || kind === "type";

function section(heading, found) {
  if (found.length === 0) return [];
  return [`## ${heading}`, ...found.map(entryText)];
}

function entryText({ name, text, comment }) {
  const prose = comment === "" ? [] : [comment];
  return [`### ${name}`, ...prose, `\`\`\`d.ts\n${text}\n\`\`\``].join("\n\n");
}

/** Every name that a declaration file exports, with the file that declares it. */
export function exportsOf(file) {
  const found = new Map();
  const text = readFileSync(file, "utf8");
  for (const [, name] of text.matchAll(DECLARED)) found.set(name, { file, local: name, typeOnly: false });
  for (const [, typeOnly, list, from] of text.matchAll(
    /^export (type )?\{([^}]*)\}(?: from "([^"]+)")?;/gm,
  )) {
    for (const part of list.split(",").map((one) => one.trim())) {
      if (part === "") continue;
      const [, typed, local, as] = /^(type )?([\w$]+)(?: as ([\w$]+))?$/.exec(part);
      const home = from === undefined ? importedFrom(text, local, file) : resolve(file, from);
      const origin = (home === file ? undefined : exportsOf(home).get(local)) ?? { file: home, local };
      found.set(as ?? local, { ...origin, typeOnly: (typeOnly ?? typed) !== undefined });
    }
  }
  for (const [, typeOnly, from] of text.matchAll(/^export (type )?\* from "([^"]+)";/gm)) {
    for (const [name, origin] of exportsOf(resolve(file, from))) {
      if (!found.has(name)) found.set(name, { ...origin, typeOnly: typeOnly !== undefined });
    }
  }
  return found;
}

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

function importedFrom(text, name, file) {
  for (const [, list, from] of text.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";/gm)) {
    if (list.split(",").some((one) => one.trim().replace(/^type /, "") === name)) return resolve(file, from);
  }
  return file;
}

function resolve(file, specifier) {
  const path = join(dirname(file), specifier.replace(/\.js$/, ".d.ts"));
  if (existsSync(path)) return path;
  throw new Error(`${file} exports from ${specifier}, which has no declarations`);
}

/** The declarations of a name (a function may have several) and the comment above the first that has one. */
export function declarationOf(text, local, name) {
  const start = new RegExp(
    `^(?:export )?(?:declare )?(?:abstract )?(?:async )?(function\\*?|const|let|class|interface|type|enum) ${local}\\b`,
    "gm",
  );
  const texts = [];
  let comment = "";
  let kind = "";
  for (const match of text.matchAll(start)) {
    const end = endOf(text, match.index, match[1]);
    kind = match[1];
    texts.push(text.slice(match.index, end).replace(/^(export )?(declare )?/, ""));
    if (comment === "") comment = commentAbove(text, match.index);
  }
  if (texts.length === 0) throw new Error(`no declaration of ${name}`);
  return { kind, text: texts.map(withoutPrivate).join("\n"), comment };
}

/** Where a declaration ends: at its closing brace, or at the semicolon outside of all brackets. */
function endOf(text, from, kind) {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (text.startsWith("/*", at)) at = text.indexOf("*/", at) + 1;
    else if (text.startsWith("//", at)) at = text.indexOf("\n", at);
    else if (char === '"' || char === "'" || char === "`") at = closing(text, at);
    else if ("({[".includes(char)) depth++;
    else if (")}]".includes(char)) {
      depth--;
      if (depth === 0 && char === "}" && (kind === "interface" || kind === "class" || kind === "enum"))
        return at + 1;
    } else if (char === ";" && depth === 0) return at + 1;
  }
  return text.length;
}

function closing(text, at) {
  let end = at + 1;
  while (text[end] !== text[at]) end += text[end] === "\\" ? 2 : 1;
  return end;
}

/** Private members are not documented. */
const withoutPrivate = (text) => text.replaceAll(/^ *private [^\n]*\n/gm, "");

function commentAbove(text, at) {
  const before = text.slice(0, at).trimEnd();
  if (!before.endsWith("*/")) return "";
  const comment = before.slice(before.lastIndexOf("/**") + 3, -2);
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}
