import type { ImpurityOfTwo } from "../../base/impurity.js";
import type { EncodedAttribute } from "../encode.js";
import type { Gathered } from "./entries.js";
import { codeOrder } from "./order.js";

/** Fewer than two codes occur: no test on this attribute, here or below. */
export const DEAD = Number.NEGATIVE_INFINITY;
/** No test leaves enough rows on both sides. */
export const NONE = -1e300;

/**
 * How much the best two-way test on an attribute gains at a small node with two classes, without making the tally.
 * It does what the learner would do with the tally, operation by operation, so the greatest gain is the same double.
 */
export class Contest {
  /** Weights of the two classes by code, the missing one last; all zero between calls. */
  private a = new Float64Array(1024);
  private b = new Float64Array(1024);
  /** The codes that occur, packed, with their weights. */
  private present = new Int32Array(512);
  private presentA = new Float64Array(512);
  private presentB = new Float64Array(512);
  private keys = new Float64Array(512);

  /** `first` is the code of class a; every other entry belongs to class b. */
  greatestGain(
    attribute: EncodedAttribute,
    rows: Int32Array,
    g: Gathered,
    first: number,
    impurity: ImpurityOfTwo,
    minLeaf: number,
  ): number {
    const m = this.collect(attribute, rows, g, first);
    if (m < 2) return DEAD;
    if (attribute.facts.kind === "nominal") this.orderByShare(m);
    return this.scan(m, impurity, minLeaf - 1e-6);
  }

  /** Fills the packed arrays in the order of codes; how many codes occur. */
  private collect(attribute: EncodedAttribute, rows: Int32Array, g: Gathered, first: number): number {
    const codes = attribute.facts.codes;
    if (this.present.length < rows.length) this.fit(rows.length);
    if (codes > 4 * rows.length + 64) return this.collectSorted(attribute, rows, g, first);
    if (this.a.length <= codes) {
      this.a = new Float64Array(2 * codes + 2);
      this.b = new Float64Array(2 * codes + 2);
    }
    countTwo(this.a, this.b, attribute.codes, rows, g, first);
    let m = 0;
    for (let code = 0; code < codes; code++) {
      const a = this.a[code];
      const b = this.b[code];
      if (a + b > 0) {
        this.present[m] = code;
        this.presentA[m] = a;
        this.presentB[m] = b;
        m++;
        this.a[code] = 0;
        this.b[code] = 0;
      }
    }
    this.a[codes] = 0;
    this.b[codes] = 0;
    return m;
  }

  private collectSorted(
    { facts, codes }: EncodedAttribute,
    rows: Int32Array,
    g: Gathered,
    first: number,
  ): number {
    const order = codeOrder(codes, rows);
    let m = -1;
    let last = -1;
    for (let i = 0; i < rows.length; i++) {
      const at = order[i];
      const code = codes[rows[at]];
      if (code === facts.codes) break; // the missing ones come last
      if (code !== last) {
        if (m < 0 || this.presentA[m] + this.presentB[m] > 0) m++;
        this.presentA[m] = 0;
        this.presentB[m] = 0;
        last = code;
      }
      const weight = g.plain ? 1 : g.weight[at];
      if (g.code[at] === first) this.presentA[m] += weight;
      else this.presentB[m] += weight;
    }
    return m >= 0 && !(this.presentA[m] + this.presentB[m] > 0) ? m : m + 1;
  }

  /** Ascending by the share of class a, the lower code first among equals. */
  private orderByShare(m: number): void {
    const { keys, presentA, presentB } = this;
    for (let i = 0; i < m; i++) {
      const a = presentA[i];
      const b = presentB[i];
      const key = a / (a + b);
      let j = i;
      for (; j > 0 && keys[j - 1] > key; j--) {
        keys[j] = keys[j - 1];
        presentA[j] = presentA[j - 1];
        presentB[j] = presentB[j - 1];
      }
      keys[j] = key;
      presentA[j] = a;
      presentB[j] = b;
    }
  }

  private scan(m: number, impurity: ImpurityOfTwo, least: number): number {
    const { presentA, presentB } = this;
    let a = 0;
    let b = 0;
    for (let i = 0; i < m; i++) {
      a += presentA[i];
      b += presentB[i];
    }
    const whole = impurity(a, b);
    let leftA = 0;
    let leftB = 0;
    let top = NONE;
    for (let i = 0; i + 1 < m; i++) {
      leftA += presentA[i];
      leftB += presentB[i];
      const left = leftA + leftB;
      if (left < least || a + b - left < least) continue;
      const gain = whole - impurity(leftA, leftB) - impurity(a - leftA, b - leftB);
      if (gain > top) top = gain;
    }
    return top;
  }

  private fit(entries: number): void {
    this.present = new Int32Array(2 * entries);
    this.presentA = new Float64Array(2 * entries);
    this.presentB = new Float64Array(2 * entries);
    this.keys = new Float64Array(2 * entries);
  }
}

function countTwo(
  a: Float64Array,
  b: Float64Array,
  codes: Int32Array,
  rows: Int32Array,
  g: Gathered,
  first: number,
): void {
  const { code, weight, plain } = g;
  for (let i = 0; i < rows.length; i++) {
    const into = code[i] === first ? a : b;
    into[codes[rows[i]]] += plain ? 1 : weight[i];
  }
}
