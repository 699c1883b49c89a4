import type { Table } from "../table/table.js";
import { agrawal } from "./agrawal.js";
import { balanceScale } from "./balanceScale.js";
import { checkerboard } from "./checkerboard.js";
import { circles } from "./circles.js";
import { friedman1, friedman2, friedman3 } from "./friedman.js";
import { led } from "./led.js";
import { monks1, monks2, monks3 } from "./monks.js";
import { ringnorm, twonorm } from "./norm.js";
import type { GeneratorOptions } from "./options.js";
import { parity } from "./parity.js";
import { randomTree } from "./randomTree.js";
import { sea } from "./sea.js";
import { ticTacToe } from "./ticTacToe.js";
import { waveform } from "./waveform.js";
import { xor } from "./xor.js";

export { type AgrawalOptions, agrawal } from "./agrawal.js";
export { balanceScale } from "./balanceScale.js";
export { type CheckerboardOptions, checkerboard } from "./checkerboard.js";
export { type CirclesOptions, circles } from "./circles.js";
export { type FamilyTreeOptions, familyTree } from "./familyTree.js";
export { type Friedman1Options, type FriedmanOptions, friedman1, friedman2, friedman3 } from "./friedman.js";
export { type LedOptions, led } from "./led.js";
export { type Monks3Options, monks1, monks2, monks3 } from "./monks.js";
export { type NormOptions, ringnorm, twonorm } from "./norm.js";
export type { GeneratorOptions } from "./options.js";
export { type ParityOptions, parity } from "./parity.js";
export type { PlaneOptions } from "./plane.js";
export { type RandomTreeOptions, randomTree } from "./randomTree.js";
export { type SeaOptions, sea } from "./sea.js";
export * from "./textbook.js";
export { ticTacToe } from "./ticTacToe.js";
export { type WaveformOptions, waveform } from "./waveform.js";
export { xor } from "./xor.js";

export interface Generator {
  readonly name: string;
  readonly summary: string;
  readonly task: "classification" | "regression";
  /** The last column. */
  readonly target: string;
  /** A generator's own parameters have defaults; call its function to set them. */
  readonly make: (options?: GeneratorOptions) => Table;
}

function classes(name: string, summary: string, make: Generator["make"]): Generator {
  return { name, summary, task: "classification", target: "class", make };
}

function values(name: string, summary: string, make: Generator["make"]): Generator {
  return { name, summary, task: "regression", target: "y", make };
}

export const GENERATORS: readonly Generator[] = [
  classes("waveform", "three noisy mixtures of triangular waves (Breiman et al. 1984)", waveform),
  classes("led", "digits on a faulty seven-segment display (Breiman et al. 1984)", led),
  values("friedman1", "a smooth function of five attributes among ten (Friedman 1991)", friedman1),
  values("friedman2", "the impedance of an alternating-current circuit (Friedman 1991)", friedman2),
  values("friedman3", "the phase angle of an alternating-current circuit (Friedman 1991)", friedman3),
  classes("monks1", "robots: a1 = a2, or a5 = 1 (Thrun et al. 1991)", monks1),
  classes("monks2", "robots: exactly two attributes have their first value (Thrun et al. 1991)", monks2),
  classes("monks3", "robots: a5 = 3 and a4 = 1, or a5 ≠ 4 and a2 ≠ 3 (Thrun et al. 1991)", monks3),
  classes("balanceScale", "which way a scale tips (Siegler 1976)", balanceScale),
  classes("ticTacToe", "final boards of tic-tac-toe: did x win? (Aha 1991)", ticTacToe),
  classes("twonorm", "two spherical clouds, best separated by an oblique plane (Breiman 1996)", twonorm),
  classes("ringnorm", "a spherical cloud inside a wider one (Breiman 1996)", ringnorm),
  classes("parity", "exclusive or of five bits among ten (John et al. 1994)", parity),
  classes("xor", "exclusive or of the signs of two coordinates (Minsky and Papert 1969)", xor),
  classes("checkerboard", "alternating squares in the plane (Ho and Kleinberg 1996)", checkerboard),
  classes("circles", "concentric rings in the plane", circles),
  classes("sea", "a sum above a limit, with noise and, if asked for, drift (Street and Kim 2001)", sea),
  classes("agrawal", "loans by rules on nine attributes, with drift (Agrawal et al. 1993)", agrawal),
  classes("randomTree", "classes by a random tree, with drift (Domingos and Hulten 2000)", randomTree),
];
