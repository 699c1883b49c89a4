import { CoppiceError, show } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Declaration } from "../../table/builder.js";
import { errorAt } from "../../table/cellError.js";
import { firstDuplicate } from "../../table/declare.js";
import type { Line } from "../lines.js";
import { type Entry, entriesOf } from "./entries.js";

/** The declarations of a .names file. */
export interface Names {
  /** In the order of the data's cells. */
  readonly attributes: readonly Attribute[];
  readonly target: string;
  /** Attributes of the types date, time and timestamp. */
  readonly dates: ReadonlySet<string>;
}

export interface Attribute {
  readonly name: string;
  /** Absent: the attribute is ignored. */
  readonly declaration?: Declaration;
  /** `discrete n`: the maximum number of levels. */
  readonly atMost?: number;
}

const TIMES = new Set(["date", "time", "timestamp"]);

/** Quinlan's format: the classes first, or the name of the target attribute; then one entry per attribute. */
export function parseNames(file: string, lines: readonly Line[]): Names {
  const [first, ...rest] = entriesOf(file, lines);
  if (!first) throw new CoppiceError("FILE_EMPTY", `${file} is empty`, { name: file });
  if (first.name !== undefined) throw at(file, first, "expected the classes before the first attribute");
  const dates = new Set<string>();
  const attributes = rest.map((entry) => attributeOf(file, entry, dates));
  const target = first.parts.length === 1 ? first.parts[0] : "class";
  if (first.parts.length === 1) {
    const named = attributes.find((attribute) => attribute.name === target);
    if (!named?.declaration) {
      const hint = didYouMean(
        target,
        attributes.map((attribute) => attribute.name),
      );
      throw at(
        file,
        first,
        `${show(target)} is neither a list of classes nor an attribute to predict${hint}`,
      );
    }
  } else
    attributes.push({
      name: target,
      declaration: { type: "nominal", levels: levelsOf(file, first, first.parts) },
    });
  const duplicate = firstDuplicate(attributes.map((attribute) => attribute.name));
  if (duplicate !== undefined) {
    const message = `${file}: duplicate attribute ${show(duplicate)}${duplicate === "class" ? ": the name is reserved for the target" : ""}`;
    throw new CoppiceError("COLUMN_DUPLICATE", message, { name: duplicate });
  }
  return { attributes, target, dates };
}

function attributeOf(file: string, entry: Entry, dates: Set<string>): Attribute {
  const { name, parts } = entry;
  if (name === undefined)
    throw at(file, entry, `expected "attribute: values", found ${show(parts.join(", "))}`);
  if (name === "") throw at(file, entry, "an attribute without a name");
  const word = parts.length === 1 ? parts[0].toLowerCase() : "";
  if (word === "continuous") return { name, declaration: { type: "numeric" } };
  if (word === "ignore") return { name };
  if (word === "label") return { name, declaration: { type: "string", aside: true } };
  if (TIMES.has(word)) {
    dates.add(name);
    return { name, declaration: { type: "string", aside: true } };
  }
  const discrete = /^discrete (\d+)$/.exec(word);
  if (discrete) return { name, declaration: { type: "nominal" }, atMost: Number(discrete[1]) };
  const ordered = /^\[ordered\] ?/i.exec(parts[0] ?? "");
  const levels = ordered ? [parts[0].slice(ordered[0].length), ...parts.slice(1)] : parts;
  return {
    name,
    declaration: { type: ordered ? "ordered" : "nominal", levels: levelsOf(file, entry, levels) },
  };
}

function levelsOf(file: string, entry: Entry, levels: readonly string[]): readonly string[] {
  const name = show(entry.name ?? "class");
  if (levels.length === 0 || levels.includes(""))
    throw at(file, entry, `an empty value among those of ${name}`);
  const duplicate = firstDuplicate(levels);
  if (duplicate !== undefined) throw at(file, entry, `duplicate value ${show(duplicate)} of ${name}`);
  return levels;
}

function at(file: string, entry: Entry, message: string): CoppiceError {
  return errorAt("C45_SYNTAX", { file, line: entry.line }, message);
}
