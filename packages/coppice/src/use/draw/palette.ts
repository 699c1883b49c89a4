import type { TreeModel } from "../../model/tree.js";

/** Okabe and Ito 2008: distinguishable with any kind of colour vision. */
export const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];
export const OTHER = "#8a8f98";
export const VALUE = COLOURS[0];

/** A colour per class of a model, by the weights at its root. */
export function coloursOf(model: TreeModel): readonly string[] {
  const classes = model.target.levels?.length ?? 0;
  const root = model.nodes[0];
  return "counts" in root ? coloursFor(root.counts) : COLOURS.slice(0, classes);
}

/** A colour per class; with more classes than colours, the most frequent classes get them and the others are grey. */
export function coloursFor(weights: readonly number[]): readonly string[] {
  if (weights.length <= COLOURS.length) return COLOURS.slice(0, weights.length);
  const codes = Array.from(weights, (_, code) => code);
  // Ties go to the lower code, since the sort is stable.
  const heaviest = codes.sort((a, b) => weights[b] - weights[a]).slice(0, COLOURS.length);
  const colours = new Array<string>(weights.length).fill(OTHER);
  heaviest
    .sort((a, b) => a - b)
    .forEach((code, i) => {
      colours[code] = COLOURS[i];
    });
  return colours;
}

/** The colour mixed with white, as opaque `#rrggbb`: 0 is white, 1 the colour. */
export function tint(colour: string, strength: number): string {
  const mix = (at: number) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(255 + (part - 255) * strength)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${mix(1)}${mix(3)}${mix(5)}`;
}
