import type { Warning } from "coppice";
import type { Reading, Recipe } from "../work/protocol.js";

/** What a remedy changes: how the table is read, or what is learned from. */
export interface Repair {
  readonly label: string;
  readonly reading?: Partial<Reading>;
  readonly ignore?: readonly string[];
  readonly use?: readonly string[];
}

/** A warning's remedy as a change; undefined if it has none that the page can make. */
export function repairOf({ code, column, remedy }: Warning): Repair | undefined {
  if (remedy === undefined) {
    const isUseless = (code === "CONSTANT" || code === "ALL_MISSING") && column !== undefined;
    return isUseless ? { label: "Leave it out", ignore: [column] } : undefined;
  }
  const [, name, written] = /^(\w+): ([\s\S]*)$/.exec(remedy.option) ?? [];
  const value = parsed(written);
  if (value === undefined) return undefined;
  switch (name) {
    case "use":
      return { label: "Include it", use: value as string[] };
    case "ignore":
      return { label: "Leave it out", ignore: value as string[] };
    case "types": {
      const [type] = Object.values(value as Record<string, string>);
      return { label: `Read as ${type}`, reading: { types: value as Reading["types"] } };
    }
    case "decimal":
    case "dates":
    case "skipLastLines":
    case "missing":
      return { label: "Repair", reading: { [name]: value } as Partial<Reading> };
    default:
      return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const joined = (some: readonly string[], more: readonly string[] = []) => [...new Set([...some, ...more])];

export function repairedRecipe<R extends Pick<Recipe, "ignore" | "use">>(
  recipe: R,
  { ignore, use }: Repair,
): R {
  return {
    ...recipe,
    ignore: joined(recipe.ignore, ignore).filter((name) => !use?.includes(name)),
    use: joined(recipe.use, use).filter((name) => !ignore?.includes(name)),
  };
}

export function repairedReading(reading: Reading, change: Partial<Reading>): Reading {
  return { ...reading, ...change, types: { ...reading.types, ...change.types } };
}
