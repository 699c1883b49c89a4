import { expect, it } from "vitest";
import { parity } from "./parity.js";
import { lines, tally, texts } from "./testing.js";

it("is the exclusive or of the first bits", () => {
  for (const type of ["nominal", "numeric"] as const) {
    const table = parity({ rows: 300, attributes: 6, bits: 3, type });
    expect(table.columns.map((column) => column.type)).toEqual([...Array(6).fill(type), "nominal"]);
    for (const line of lines(table)) {
      const cells = line.split(" ").map(Number);
      expect(cells[6]).toBe((cells[0] + cells[1] + cells[2]) % 2);
    }
  }
});

it("defaults to five bits of ten, and is the same as numbers", () => {
  const table = parity({ rows: 2000, seed: 5 });
  expect(table.columns).toHaveLength(11);
  // Binomial(2000, 1/2): deviation 22.4; four are 90.
  for (const name of ["x1", "x10", "class"]) expect(Math.abs(tally(table, name)[1] - 1000)).toBeLessThan(90);
  expect(lines(parity({ rows: 2000, seed: 5, type: "numeric" }))).toEqual(lines(table));
});

it("can have class noise", () => {
  const clean = texts(parity({ rows: 2000 }), "class");
  const wrong = texts(parity({ rows: 2000, noise: 0.2 }), "class").filter(
    (label, row) => label !== clean[row],
  );
  // Binomial(2000, 1/5): mean 400, deviation 17.9; four are 72.
  expect(Math.abs(wrong.length - 400)).toBeLessThan(72);
});
