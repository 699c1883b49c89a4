/** The grey of classes that have no colour of their own, and of missing values. */
export const OTHER = "#8a8f98";

/** Colours of a theme that the canvas needs; read from the style sheet, so that there is one list. */
export interface Theme {
  readonly ground: string;
  readonly surface: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly strong: string;
  readonly accent: string;
  readonly isDark: boolean;
}

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: value("ground"),
    surface: value("surface"),
    ink: value("ink"),
    muted: value("muted"),
    line: value("line"),
    strong: value("strong"),
    accent: value("accent"),
    isDark: value("is-dark") === "1",
  };
}

type Rgb = readonly [number, number, number];

const parsed = new Map<string, Rgb>();

function rgb(colour: string): Rgb {
  const known = parsed.get(colour);
  if (known !== undefined) return known;
  // A style sheet may be written with #fff for #ffffff.
  const full = colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour;
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  const found: Rgb = [part(1), part(3), part(5)];
  parsed.set(colour, found);
  return found;
}

/** `share` of the first colour over the second; both as `#rrggbb` or `#rgb`. */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [rgb(over), rgb(under)];
  return `rgb(${a.map((part, i) => Math.round(part * share + b[i] * (1 - share))).join(" ")})`;
}

/** Cividis in nine steps (Nuñez, Anderton and Renslow 2018): even for every kind of colour vision. */
const CIVIDIS = [
  "#00224e",
  "#123570",
  "#3b496c",
  "#575d6d",
  "#707173",
  "#8a8678",
  "#a59c74",
  "#c3b369",
  "#fee838",
];

/** The colour of a share from 0 to 1. */
export function cividis(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (CIVIDIS.length - 1);
  const low = Math.min(CIVIDIS.length - 2, Math.floor(at));
  const [a, b] = [rgb(CIVIDIS[low]), rgb(CIVIDIS[low + 1])];
  const hex = (part: number, i: number) =>
    Math.round(part + (b[i] - part) * (at - low))
      .toString(16)
      .padStart(2, "0");
  return `#${a.map(hex).join("")}`;
}
