/** Where two outcomes begin to differ, in words. */

/** Of two models as JSON the first field by its path, of other texts the first line; undefined if they are equal. */
export function firstDifference(before, now) {
  if (before === now) return undefined;
  const [a, b] = [before, now].map(parsed);
  if (a !== undefined && b !== undefined)
    return differentField(a, b, "") ?? "the same values in another order";
  return differentLine(before, now);
}

function parsed(text) {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isHolder = (value) => typeof value === "object" && value !== null;

function differentField(a, b, path) {
  if (Object.is(a, b)) return undefined;
  if (!isHolder(a) || !isHolder(b) || Array.isArray(a) !== Array.isArray(b))
    return `${path || "the whole"}: ${shown(a)} → ${shown(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = differentField(a[key], b[key], under(path, key, a));
    if (found !== undefined) return found;
  }
  return undefined;
}

function under(path, key, holder) {
  if (Array.isArray(holder)) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

const MOST = 160;

function shown(value) {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST)}…`;
}

function differentLine(before, now) {
  const [was, is] = [before, now].map((text) => text.split("\n"));
  const at = was.findIndex((line, i) => line !== is[i]);
  const line = at < 0 ? was.length : at;
  const part = headingOf(was, line);
  return `${part}line ${line + 1 - startOf(was, line)}:\n  - ${lineAt(was[line], is[line])}\n  + ${lineAt(is[line], was[line])}`;
}

/** Outputs have a line such as `== stdout` above each of their parts. */
const startOf = (lines, at) => lines.slice(0, at).findLastIndex((line) => line.startsWith("== ")) + 1;

function headingOf(lines, at) {
  const start = startOf(lines, at);
  return start === 0 ? "" : `${lines[start - 1].slice("== ".length)}, `;
}

/** Of a long line, such as a picture, the part where it begins to differ. */
function lineAt(line, other = "") {
  if (line === undefined) return "(no such line)";
  if (line.length <= MOST) return line;
  let at = 0;
  while (at < other.length && line[at] === other[at]) at++;
  const from = Math.max(0, at - MOST / 2);
  return `${from > 0 ? "…" : ""}${line.slice(from, from + MOST)}${from + MOST < line.length ? "…" : ""}`;
}
