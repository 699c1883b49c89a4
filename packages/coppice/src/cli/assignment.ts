import { readFileSync } from "node:fs";
import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import type { ColumnType } from "../table/schema.js";

/** `--set k=v`: the name before the first `=`, the value as `settingValue` reads it. */
export function settingOf(text: string): [string, unknown] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new CoppiceError("USAGE", `--set needs name=value; got ${show(text)}`, {
      name: "--set",
      value: text,
    });
  return [text.slice(0, at), settingValue(text.slice(at + 1))];
}

/** A number, true, false, null, a JSON list or object; `@file` reads such from a file; anything else (`gini`, `5%`) is text. */
export function settingValue(text: string): unknown {
  if (text.startsWith("@") && text.length > 1) return valueInFile(text.slice(1));
  const isJson = /^(true|false|null|[[{"].*|-?\d.*)$/s.test(text.trim());
  if (!isJson) return /^-?\.\d+(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
  try {
    return JSON.parse(text);
  } catch {
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  }
}

function valueInFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new CoppiceError("FILE_READ", `cannot read ${path}: ${(error as Error).message}`, { name: path });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `${path} is not JSON, which a setting from a file must be: ${(error as Error).message}`;
    throw new CoppiceError("JSON_SYNTAX", message, { name: path });
  }
}

const TYPES: readonly ColumnType[] = ["numeric", "nominal", "ordered", "string", "text"];

/** `--type col=nominal`, split at the last `=`: a column's name may hold one, a type's does not. */
export function typeOf(text: string): [string, ColumnType] {
  const at = text.lastIndexOf("=");
  const type = TYPES.find((known) => known === text.slice(at + 1));
  if (at >= 0 && type !== undefined) return [text.slice(0, at), type];
  const guess = at < 0 ? "" : didYouMean(text.slice(at + 1), TYPES);
  const message = `--type needs column=type, the type being one of ${TYPES.join(", ")}; got ${show(text)}${guess}`;
  throw new CoppiceError("USAGE", message, { name: "--type", value: text });
}
