import { shellWord } from "../base/shellWord.js";

/** What a user can do about a warning or an error: as a flag of the command and as an option of the library. */
export interface Remedy {
  /** `--use id`. */
  readonly flag: string;
  /** `use: ["id"]`. */
  readonly option: string;
  /** Its purpose: `to include it`. */
  readonly effect?: string;
}

/** Whether messages name flags of the command or options of the library. */
export type Wording = "flag" | "option";

/** An option's name as the user writes it: `--use` or `use`. */
export function optionName(option: string, wording: Wording): string {
  return wording === "flag"
    ? `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    : option;
}

/** A column's name under an option that takes a list: `--ignore x`, `ignore: ["x"]`. */
export function columnRemedy(option: "use" | "ignore", column: string, effect: string): Remedy {
  return {
    flag: `--${option} ${shellWord(column)}`,
    option: `${option}: [${JSON.stringify(column)}]`,
    effect,
  };
}

/** A column's type: `--type x=nominal`, `types: {"x": "nominal"}`. */
export function typeRemedy(column: string, type: string, effect: string): Remedy {
  return {
    flag: `--type ${shellWord(`${column}=${type}`)}`,
    option: `types: {${JSON.stringify(column)}: ${JSON.stringify(type)}}`,
    effect,
  };
}

/** `add --use id to include it`. */
export function remedyText(remedy: Remedy, wording: Wording): string {
  const { effect } = remedy;
  return `add ${remedy[wording]}${effect === undefined ? "" : ` ${effect}`}`;
}

/** The complete warning: what was found and done, then what to do about it. */
export function warningText(
  { message, remedy }: { readonly message: string; readonly remedy?: Remedy },
  wording: Wording,
): string {
  return remedy === undefined ? message : `${message}; ${remedyText(remedy, wording)}`;
}
