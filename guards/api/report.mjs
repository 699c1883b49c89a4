import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { declarationOf, exportsOf } from "../../scripts/lib/apiDoc.mjs";
import { ENTRIES } from "./entries.mjs";

/** The file of the types that declarations mention and no entry exports: who changes them changes those too. */
const UNEXPORTED = "unexported.txt";

/** The surface as text files `{file, text}`, from the built declarations. A name is declared at the first entry that has it. */
export function reports() {
  const shown = new Map();
  const files = [];
  for (const { entry, file, declarations } of ENTRIES) {
    if (declarations === undefined) continue;
    const names = namesOf(declarations);
    const isNew = ([, origin]) => !shown.has(keyOf(origin));
    const known = names
      .filter((one) => !isNew(one))
      .map(([name, origin]) => [name, shown.get(keyOf(origin))]);
    const blocks = names.filter(isNew).map(([name, origin]) => declared(name, origin));
    for (const [name, origin] of names.filter(isNew)) shown.set(keyOf(origin), { name, entry, origin });
    files.push({ file, text: textFrom(entry, [...elsewhere(known), ...blocks]) });
  }
  return [...files, { file: UNEXPORTED, text: unexported(shown) }];
}

/** The names of an entry that exist when a program runs: all but types. */
export function valuesOf(entry) {
  const { declarations } = ENTRIES.find((one) => one.entry === entry);
  const values = namesOf(declarations).flatMap(([name, { file, local, typeOnly }]) => {
    const { kind } = declarationOf(textOf(file), local, name);
    return typeOnly || kind === "interface" || kind === "type" ? [] : [name.split(".")[0]];
  });
  return [...new Set(values)].sort(byText);
}

/** All names with where they are declared; those of a namespace, `export * as z`, as `z.name`. */
function namesOf(declarations) {
  const found = new Map(exportsOf(declarations));
  for (const [, space, from] of textOf(declarations).matchAll(/^export \* as ([\w$]+) from "([^"]+)";/gm)) {
    for (const [name, origin] of exportsOf(declarationsOf(declarations, from)))
      found.set(`${space}.${name}`, origin);
  }
  return sorted(found);
}

/** The names that an earlier entry has too, a list for each entry. */
function elsewhere(known) {
  const lists = new Map();
  for (const [name, before] of known) {
    if (!lists.has(before.entry)) lists.set(before.entry, []);
    lists.get(before.entry).push(name === before.name ? name : `${name} (there ${before.name})`);
  }
  return [...lists].map(([entry, names]) => `as in ${entry}\n${indented(names.join("\n"))}`);
}

const textFrom = (heading, blocks) => `${[heading, ...blocks].join("\n\n")}\n`;
const keyOf = ({ file, local }) => `${file}\n${local}`;
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const sorted = (map) => [...map].sort(([a], [b]) => byText(a, b));

const texts = new Map();
function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, "utf8"));
  return texts.get(file);
}

function declared(name, { file, local, typeOnly }) {
  const { text, kind } = declarationOf(textOf(file), local, name);
  const isClassAsType = typeOnly && kind !== "interface" && kind !== "type";
  return `${name}${isClassAsType ? " (its type only)" : ""}\n${indented(plain(text).replaceAll(/import\("\.[^"]*"\)\./g, ""))}`;
}

const indented = (text) => text.replaceAll(/^(?=.)/gm, "  ");

/** Without comments, which are prose, and without blank lines. */
const plain = (text) =>
  text
    .replaceAll(TOKENS, (token) => (token.startsWith("/") ? "" : token))
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{2,}/g, "\n");

/** Strings, in which nothing is a comment, and comments. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** The declarations that those shown mention, and those that these mention. Files do not matter: they may move. */
function unexported(shown) {
  const seen = new Set(shown.keys());
  const found = [];
  const open = [...shown.values()].map(({ origin }) => origin);
  for (const origin of open) {
    for (const mentioned of mentionedIn(origin)) {
      if (seen.has(keyOf(mentioned))) continue;
      seen.add(keyOf(mentioned));
      open.push(mentioned);
      found.push(declared(mentioned.local, mentioned));
    }
  }
  return textFrom("types that declarations mention and no entry exports", found.sort(byText));
}

/** Where the names that a declaration mentions are declared, as far as they are ours. */
function mentionedIn({ file, local }) {
  const text = textOf(file);
  const body = plain(declarationOf(text, local, local).text);
  const words = new Set(body.replaceAll(TOKENS, "").match(/[A-Za-z_$][\w$]*/g));
  const scope = scopeOf(file);
  const named = [...words].flatMap((word) => (word !== local && scope.has(word) ? [scope.get(word)] : []));
  const inline = [...body.matchAll(/import\("([^"]+)"\)\.([\w$]+)/g)].flatMap(([, from, name]) =>
    originOf(file, from, name),
  );
  return [...named, ...inline];
}

const scopes = new Map();

/** The names that a declaration file declares or imports from our own files, with where each is declared. */
function scopeOf(file) {
  if (scopes.has(file)) return scopes.get(file);
  const scope = new Map();
  scopes.set(file, scope);
  const text = textOf(file);
  for (const [, name] of text.matchAll(
    /^(?:export )?(?:declare )?(?:abstract )?(?:function|const|let|class|interface|type|enum) ([\w$]+)/gm,
  ))
    scope.set(name, { file, local: name });
  for (const [, list, from] of text.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)";/gm)) {
    for (const part of list.split(",")) {
      const [, name, as] = /^\s*(?:type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(part) ?? [];
      for (const origin of name === undefined ? [] : originOf(file, from, name))
        scope.set(as ?? name, origin);
    }
  }
  return scope;
}

/** Packages of others are not followed. */
function originOf(file, from, name) {
  if (!from.startsWith(".")) return [];
  const origin = exportsOf(declarationsOf(file, from)).get(name);
  return origin === undefined ? [] : [origin];
}

const declarationsOf = (file, from) => join(dirname(file), from.replace(/\.js$/, ".d.ts"));
