import { describe, expect, it } from "vitest";
import { allCloseTo, nominal, numeric } from "../../../test/kit/index.js";
import { prepare } from "../../engine/problem.js";
import { type Measure, measuredCells } from "../../model/measure.js";
import { testedCells } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { bestStep } from "./along.js";
import { cholesky, solveCholesky } from "./cholesky.js";
import { designOf } from "./design.js";
import { keptColumns } from "./eliminate.js";
import { ballAround, fitBall } from "./ellipsoid.js";
import { fisher } from "./fisher.js";
import { exchange, twoMeans } from "./grouping.js";
import { fiveHalvings } from "./halves.js";
import { fitMargin } from "./margin.js";
import { minimise } from "./minimise.js";
import type { NodeToSplit } from "./proposal.js";
import { quadraticDesign, quadraticMeasure } from "./quadraticDesign.js";
import { scatterOf } from "./scatter.js";
import { labelledDesign, sidesOf } from "./sides.js";

const N = Number.NaN;

function nodeOf(x: number[], z: number[], classes: number[], colours = x.map(() => 0)): NodeToSplit {
  const table = makeTable([
    ...[numeric("x", x), numeric("z", z), nominal("colour", ["blue", "green", "red"], colours)],
    nominal("y", ["a", "b", "c"], classes),
  ]);
  const problem = prepare(table, { target: "y" });
  const rows = Int32Array.from({ length: problem.rows }, (_, row) => row);
  return { rows, weights: new Float64Array(rows.length).fill(1), problem, depth: 0, key: 3 };
}

const node = nodeOf([1, 2, 3, 4, 5, N], [2, 2, 4, 4, 8, 8], [0, 0, 0, 1, 1, 1], [0, 1, 1, 2, 2, 1]);

const design = designOf(node);

it("the design of a node has the complete rows, a column per number and a dummy per level but the most frequent", () => {
  expect([...design.at]).toEqual([0, 1, 2, 3, 4]);
  // green occurs twice, as red does, and comes first; blue occurs once only.
  const found = design.variables.map(({ attribute, level = "" }) => `${attribute} ${level}`);
  expect(found).toEqual(["0 ", "1 ", "2 2"]);
});

it("the design of a node is standardised", () => {
  expect(design.variables[0]).toMatchObject({ mean: 3, scale: Math.sqrt(2) }); // of 1 … 5
  expect(design.columns[0][0]).toBeCloseTo(-2 / Math.sqrt(2), 12);
  for (const column of design.columns) expect(column.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12);
});

it("the design of a node drops the attribute with the most gaps rather than most of the rows", () => {
  const { at, variables } = designOf(nodeOf([N, N, N, 4], [1, 2, 3, 4], [0, 0, 1, 1], [0, 0, 1, 1]));
  expect(at.length).toBe(4);
  expect(variables.every(({ attribute }) => attribute !== 0)).toBe(true);
});

it("linear algebra: it solves a positive definite system, and declines a singular one", () => {
  const lower = cholesky(Float64Array.of(4, 2, 2, 3), 2)!;
  // 4a + 2b = 8, 2a + 3b = 7
  expect([...solveCholesky(lower, 2, [8, 7])]).toEqual(allCloseTo([1.25, 1.5], 12));
  expect(cholesky(Float64Array.of(1, 1, 1, 1), 2)).toBeUndefined();
});

it("linear algebra: it minimises Rosenbrock's function", () => {
  const found = minimise(
    ([a, b], gradient) => {
      gradient[0] = -2 * (1 - a) - 400 * a * (b - a * a);
      gradient[1] = 200 * (b - a * a);
      return (1 - a) ** 2 + 100 * (b - a * a) ** 2;
    },
    Float64Array.of(-1.2, 1),
    { steps: 200, tolerance: 1e-8 },
  );
  expect([...found]).toEqual(allCloseTo([1, 1], 5));
});

describe("Fisher's discriminant", () => {
  const at = (i: number) => ({ u: (i % 6) - 2.5, v: Math.floor(i / 6) % 5, k: i < 30 ? 0 : 1 });
  const grid = Array.from({ length: 60 }, (_, i) => at(i));
  // Two groups that differ along u + v only, stretched along u - v.
  const turned = nodeOf(
    grid.map(({ u, v, k }) => u + 0.1 * v + k),
    grid.map(({ u, v, k }) => -u + 0.1 * v + k),
    grid.map(({ k }) => k),
  );
  const rows = labelledDesign(turned)!;
  const scatter = scatterOf(rows.design, rows.labels, 2);

  it("is the direction along which the groups differ", () => {
    const [x, z] = fisher(scatter, [false, true], 0);
    expect(x / z).toBeCloseTo(rows.design.variables[0].scale / rows.design.variables[1].scale, 6);
    expect(x).toBeGreaterThan(0);
  });

  it("is found for a singular scatter too", () => {
    const doubled = { ...rows.design, columns: [rows.design.columns[0], rows.design.columns[0]] };
    const direction = fisher(scatterOf(doubled, rows.labels, 2), [false, true], 0);
    expect([...direction].every(Number.isFinite)).toBe(true);
    expect(direction[0]).toBeCloseTo(direction[1], 3);
  });
});

it("groups of classes are the nearer classes together", () => {
  const three = nodeOf(
    [0, 1, 0, 1, 10, 11, 10, 11, 12, 13, 12, 13],
    [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1],
    [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
  );
  const rows = labelledDesign(three)!;
  const scatter = scatterOf(rows.design, rows.labels, 3);
  for (const groups of [twoMeans(scatter), exchange(rows, scatter, 0)]) {
    expect(groups[1]).toBe(groups[2]);
    expect(groups[0]).not.toBe(groups[1]);
  }
});

const xs = Array.from({ length: 200 }, (_, i) => Math.sin(i * 1.7) * 2);
const zs = Array.from({ length: 200 }, (_, i) => Math.cos(i * 2.3) * 2 + 5);
const sidesBy = (isSecond: (x: number, z: number) => boolean) => {
  const classes = xs.map((x, i) => (isSecond(x, zs[i]) ? 1 : 0));
  const rows = labelledDesign(nodeOf(xs, zs, classes))!;
  return { ...rows, sides: sidesOf(rows.labels, [false, true]), classes };
};
const cellsOf = (a: number) => testedCells(numeric("", [xs, zs][a]));
const agreement = (measure: Measure, threshold: number, classes: readonly number[]) => {
  const values = measuredCells(measure, cellsOf, 200);
  const above = classes.filter((k, i) => (values[i] > threshold ? 1 : 0) === k).length / 200;
  return Math.max(above, 1 - above);
};

const losses = ["hinge", "logistic", "squared", "error"] as const;
it.each(losses)("separate a slanted boundary by %s loss", (loss) => {
  const { design, sides } = sidesBy((x, z) => x + z > 5.3);
  const { coefficients, intercept } = fitMargin({ ...design, sides }, loss, 0.1);
  const [a, b] = design.columns;
  const fitted = (i: number) => intercept + coefficients[0] * a[i] + coefficients[1] * b[i];
  expect(sides.filter((side, i) => side * fitted(i) > 0).length / 200).toBeGreaterThan(0.95);
});

it("a quadratic function in the table's own units has the values of the fit", () => {
  const { design, sides, classes } = sidesBy((x, z) => (x - 0.3) * (z - 5) > 0);
  const quadratic = quadraticDesign(design, [0, 1]);
  const rows = { columns: quadratic.columns, weights: design.weights, sides };
  const { coefficients, intercept } = fitMargin(rows, "hinge", 1);
  const measure = quadraticMeasure(quadratic, coefficients, intercept);
  const values = measuredCells(measure, cellsOf, 200);
  const fitted = quadratic.columns.reduce((sum, column, j) => sum + coefficients[j] * column[7], intercept);
  expect(values[7]).toBeCloseTo(fitted, 9);
  expect(agreement(measure, 0, classes)).toBeGreaterThan(0.95);
});

it.each(["sphere", "ellipsoid"] as const)("a %s finds its centre and radius", (shape) => {
  const { design, sides, classes } = sidesBy((x, z) => (x - 0.5) ** 2 + (z - 5) ** 2 < 2);
  const ball = fitBall(design, sides, shape, { nodeLoss: "hinge", penalty: 0.1, cut: "fitted" })!;
  if (ball.measure.kind !== "distance") throw new Error("no distance");
  expect(ball.measure.from[0].at).toBeCloseTo(0.5, 0);
  expect(agreement(ball.measure, ball.radius, classes)).toBeGreaterThan(0.95);
  expect(ballAround(design, sides).kind).toBe("distance");
});

it("elimination keeps what matters and drops what does not", () => {
  const { design, sides } = sidesBy((x) => x > 0);
  expect(keptColumns(design, sides, 4)).toEqual([0]);
});

it("the best step along a direction moves rows to their side", () => {
  // Values -3 … 2; the last three rows are of class 1: anything from -1 up to 0 separates them.
  const ones = new Float64Array(6).fill(1);
  const labels = Int32Array.of(0, 0, 0, 1, 1, 1);
  const rows = { labels, weights: ones, classWeights: Float64Array.of(3, 3) };
  const found = bestStep(rows, Float64Array.of(-3.5, -2.5, -1.5, -0.5, 0.5, 1.5), ones)!;
  expect(found.impurity).toBe(0);
  expect(found.step).toBeGreaterThan(0.5);
  expect(found.step).toBeLessThan(1.5);
});

it("halves have the same classes, and no row twice", () => {
  const x = Array.from({ length: 40 }, (_, i) => i);
  const parity = x.map((i) => i % 2);
  const many = nodeOf(x, x, parity);
  for (const [first, second] of fiveHalvings(many)) {
    expect([...first.rows, ...second.rows].sort((a, b) => a - b)).toEqual([...many.rows]);
    expect(first.rows.filter((row) => row % 2 === 0).length).toBe(10);
  }
});
