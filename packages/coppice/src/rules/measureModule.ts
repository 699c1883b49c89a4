import { unreachable } from "../base/errors.js";
import type { Formula, FormulaTerm } from "../model/formula.js";
import { isMeasure, type MeasureStep, type Offset, type Product } from "../model/measure.js";
import { attributesRead } from "../model/measureAttributes.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { StringMeasure } from "../model/stringMeasure.js";
import { WORDS } from "../model/tokens.js";
import { quoted } from "./literal.js";

/** The measures that rules test, as functions of a TypeScript module: operation by operation what prediction computes. */
export class MeasureModule {
  private readonly steps: ReadonlyMap<number, MeasureStep>;
  /** The table's own attributes that rules and measures read, ascending. */
  readonly asked: readonly number[];

  constructor(
    private readonly model: Pick<RuleModel, "attributes" | "derived">,
    tested: Iterable<number>,
  ) {
    const all = new Map((model.derived ?? []).filter(isMeasure).map((step) => [step.attribute, step]));
    const steps = new Map<number, MeasureStep>();
    const asked = new Set<number>();
    const pending = [...tested];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const step = all.get(next);
      if (step === undefined) asked.add(next);
      else if (!steps.has(next)) {
        steps.set(next, step);
        pending.push(...attributesRead(step));
      }
    }
    this.steps = new Map([...steps].sort(([a], [b]) => a - b));
    this.asked = [...asked].sort((a, b) => a - b);
  }

  /** A call that computes the attribute for a row; undefined if it is one of the table's own. */
  call(attribute: number): string | undefined {
    const place = [...this.steps.keys()].indexOf(attribute);
    return place < 0 ? undefined : `measure${place + 1}(row)`;
  }

  /** The functions, and what they and the rules call. */
  lines(rules: readonly string[]): string[] {
    const functions = Array.from(this.steps.values(), (step) => this.functionOf(step)).flat();
    return [...helpersFor([...functions, ...rules]), ...functions];
  }

  private functionOf(step: MeasureStep): string[] {
    return [
      "",
      `function ${this.call(step.attribute)!.replace("(row)", "(row: Row)")}: number {`,
      ...this.body(step).map((line) => `  ${line}`),
      "}",
    ];
  }

  private body(step: MeasureStep): string[] {
    switch (step.kind) {
      case "linear":
        return [`return ${this.formula(step.formula)};`];
      case "quadratic":
        return [
          `let sum = ${this.formula(step.formula)};`,
          ...step.products.map((one) => `sum += ${this.product(one)};`),
          "return sum;",
        ];
      case "distance":
        return [
          "let [sum, off] = [0, 0];",
          ...step.from.flatMap((one) => [`off = ${this.offset(one)};`, "sum += off * off;"]),
          "return Math.sqrt(sum);",
        ];
      case "perceptron":
        return [
          `let sum = ${step.output.intercept};`,
          ...step.hidden.map((unit, h) => {
            return `sum += ${step.output.coefficients[h]} * tanh(${this.formula(unit)});`;
          }),
          "return sum;",
        ];
      case "largest":
        return [`return largest([${step.of.map((one) => this.formula(one)).join(", ")}]);`];
      case "pattern":
      case "length":
      case "anyWord":
        return this.stringBody(step);
      default:
        return unreachable(step);
    }
  }

  /** Missing strings give what missing cells are: NaN, or the code -1. */
  private stringBody(step: StringMeasure): string[] {
    const name = this.name(step.attributes[0]);
    const list = (tokens: readonly (string | null)[]) =>
      `[${tokens.map((token) => (token === null ? "null" : quoted(token))).join(", ")}]`;
    switch (step.kind) {
      case "length":
        return [
          `const tokens = tokensOf(row, ${name}, ${step.unit === "words"}, false);`,
          "return tokens === undefined ? Number.NaN : tokens.length;",
        ];
      case "anyWord":
        return [
          `const tokens = tokensOf(row, ${name}, true, ${step.fold});`,
          `return tokens === undefined ? -1 : Number(tokens.some((token) => ${list(step.words)}.includes(token)));`,
        ];
      case "pattern": {
        const { side = "start", from = 1, to } = step.place ?? {};
        const place = `"${side}", ${from}, ${to ?? "Number.POSITIVE_INFINITY"}`;
        const tokens = `tokensOf(row, ${name}, ${step.unit === "words"}, ${step.fold})`;
        const found = `occurrences(${tokens}, ${list(step.pattern)}, ${place})`;
        if (step.result === "count") return [`return ${found};`];
        return [`const found = ${found};`, "return Number.isNaN(found) ? -1 : Number(found > 0);"];
      }
      default:
        return unreachable(step);
    }
  }

  private formula({ intercept, terms }: Formula): string {
    return [String(intercept), ...terms.map((term) => `${term.coefficient} * ${this.term(term)}`)].join(
      " + ",
    );
  }

  private term({ attribute, levels, missing }: FormulaTerm): string {
    if (levels === undefined) return this.cell(attribute, missing);
    const all = this.model.attributes[attribute].levels ?? [];
    const named = (codes: readonly number[]) => codes.map((code) => quoted(all[code] ?? "")).join(", ");
    const others = named(all.map((_, code) => code).filter((code) => !levels.includes(code)));
    return `marked(row, ${this.name(attribute)}, [${named(levels)}], [${others}]${asArgument(missing)})`;
  }

  private product({ attributes: [a, b], coefficient, missing }: Product): string {
    return `${coefficient} * ${this.cell(a, missing?.[0])} * ${this.cell(b, missing?.[1])}`;
  }

  private offset({ attribute, at, scale, missing }: Offset): string {
    return `(${this.cell(attribute, missing)} - ${at < 0 ? `(${at})` : at}) / ${scale < 0 ? `(${scale})` : scale}`;
  }

  private cell(attribute: number, missing: number | null | undefined): string {
    const call = this.call(attribute);
    if (call !== undefined) return missing == null ? call : `known(${call}, ${missing})`;
    const { type, levels = [] } = this.model.attributes[attribute];
    if (type === "numeric") return `number(row, ${this.name(attribute)}${asArgument(missing)})`;
    const names = levels.map(quoted).join(", ");
    return `place(row, ${this.name(attribute)}, [${names}]${asArgument(missing)})`;
  }

  private name(attribute: number): string {
    return quoted(this.model.attributes[attribute].name);
  }
}

function asArgument(missing: number | null | undefined): string {
  return missing == null ? "" : `, ${missing}`;
}

/** Functions that measures call, by name; those that call others come after them. */
const HELPERS: Readonly<Record<string, readonly string[]>> = {
  // As model/tokens.ts.
  tokensOf: [
    "/** The letters or words of the row's string; undefined where it is missing. */",
    "function tokensOf(row: Row, name: string, words: boolean, fold: boolean): string[] | undefined {",
    "  const value = cell(row, name);",
    '  if (typeof value !== "string" || value === "") return undefined;',
    "  const text = fold ? value.toLowerCase() : value;",
    `  return words ? (text.match(${WORDS}) ?? []) : Array.from(text);`,
    "}",
  ],
  // As model/stringMeasure.ts.
  occurrences: [
    "/** How often a pattern occurs, null being any token; it may start within a range, or end within one from the end. */",
    "function occurrences(",
    "  tokens: readonly string[] | undefined,",
    "  pattern: readonly (string | null)[],",
    '  side: "start" | "end",',
    "  from: number,",
    "  to: number,",
    "): number {",
    "  if (tokens === undefined) return Number.NaN;",
    "  const last = tokens.length - pattern.length;",
    '  const first = side === "start" ? from - 1 : Math.max(0, last + 1 - to);',
    '  const end = side === "start" ? Math.min(last, to - 1) : last + 1 - from;',
    "  let found = 0;",
    "  for (let at = first; at <= end; at++)",
    "    if (pattern.every((token, i) => token === null || token === tokens[at + i])) found++;",
    "  return found;",
    "}",
  ],
  known: [
    "function known(value: number, missing: number): number {",
    "  return Number.isNaN(value) ? missing : value;",
    "}",
  ],
  number: [
    "/** A number of the row, or what replaces it where it is missing. */",
    "function number(row: Row, name: string, missing = Number.NaN): number {",
    "  const value = cell(row, name);",
    '  return typeof value === "number" ? known(value, missing) : missing;',
    "}",
  ],
  place: [
    "/** The place of the row's level among ordered ones. */",
    "function place(row: Row, name: string, levels: readonly string[], missing = Number.NaN): number {",
    "  const value = cell(row, name);",
    '  const found = typeof value === "string" ? levels.indexOf(value) : -1;',
    "  return found < 0 ? missing : found;",
    "}",
  ],
  marked: [
    "/** 1 where the row has one of the levels, 0 where it has one of the others. */",
    "function marked(",
    "  row: Row,",
    "  name: string,",
    "  levels: readonly string[],",
    "  others: readonly string[],",
    "  missing = Number.NaN,",
    "): number {",
    "  const value = cell(row, name);",
    '  if (typeof value !== "string") return missing;',
    "  return levels.includes(value) ? 1 : others.includes(value) ? 0 : missing;",
    "}",
  ],
  // As base/exp.ts.
  exp: [
    "/** By + - * and floor alone: hosts differ in the last digit of Math.exp. */",
    "function exp(given: number): number {",
    "  const x = given < -708 ? -708 : given > 709 ? 709 : given;",
    "  const k = Math.floor(x * 1.4426950408889634 + 0.5);",
    "  const r = x - k * 0.6931471803691238 - k * 1.9082149292705877e-10;",
    "  let sum = 1 / 6227020800;",
    "  for (const divisor of [479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1])",
    "    sum = sum * r + 1 / divisor;",
    "  const power = new DataView(new ArrayBuffer(8));",
    "  power.setInt32(0, (k + 1023) << 20);",
    "  return sum * power.getFloat64(0);",
    "}",
  ],
  tanh: ["function tanh(x: number): number {", "  return 1 - 2 / (exp(2 * x) + 1);", "}"],
  largest: [
    "/** The place of the largest value, the first of equal ones; -1 if one is missing. */",
    "function largest(values: readonly number[]): number {",
    "  if (values.some((value) => Number.isNaN(value))) return -1;",
    "  return values.reduce((best, value, k) => (value > values[best] ? k : best), 0);",
    "}",
  ],
  within: [
    "function within(value: number, above: number, atMost: number): boolean {",
    "  return value > above && value <= atMost;",
    "}",
  ],
};

/** The helpers that these lines call, directly or by another. */
function helpersFor(lines: readonly string[]): string[] {
  let text = lines.join("\n");
  const used: string[] = [];
  for (const name of Object.keys(HELPERS).reverse()) {
    if (!text.includes(`${name}(`)) continue;
    const own = HELPERS[name];
    text += own.join("\n");
    used.unshift("", ...own);
  }
  return used;
}
