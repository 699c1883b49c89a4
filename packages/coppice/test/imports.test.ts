import { describe, expect, it } from "vitest";
import { importsOf, sourceFiles, violations } from "../../../scripts/lib/imports.mjs";
import { cases } from "./kit/cases.js";

const src = (path: string) => `packages/coppice/src/${path}`;
const faultsOf = (from: string, to: string) => violations([{ from: src(from), to }], new Set(["commander"]));

describe("import direction", () => {
  it.each(cases`
    table/table.ts     → ${src("base/errors.ts")}
    table/table.ts     → ${src("table/column.ts")}
    synthetic/trees.ts → ${src("model/tree.ts")}
    predict/tree.ts    → ${src("engine/port.ts")}
    learn/grow.ts      → ${src("engine/port.ts")}
    cli/main.ts        → ${src("targets/node.ts")}
    cli/main.ts        → node:fs
    cli/main.ts        → commander
    source/parquet.ts  → hyparquet
    source/parquet.ts  → hyparquet/src/types.js
  `)("lets %s import %s", (from, to) => expect(faultsOf(from, to)).toEqual([]));

  it.each(cases`
    base/errors.ts  → ${src("table/table.ts")}         → base (rank 0) may not import table (rank 1)
    source/csv.ts   → ${src("engine/port.ts")}         → source (rank 4) may not import engine (rank 4)
    model/tree.ts   → ${src("synthetic/index.ts")}     → model (rank 2) may not import synthetic (rank 2)
    predict/tree.ts → ${src("learn/grow.ts")}          → predict (rank 5) may not import learn (rank 6)
    targets/node.ts → ${src("cli/main.ts")}            → targets (rank 7) may not import cli (rank 8)
    base/errors.ts  → ${src("new/thing.ts")}           → the folder new has no rank
    main.ts         → ${src("base/errors.ts")}         → the folder (none) has no rank
    learn/grow.ts   → ${src("learn/grow.test.ts")}     → nothing imports a test
    source/csv.ts   → node:fs          → only targets and cli may import Node's modules
    source/csv.ts   → fs/promises      → only targets and cli may import Node's modules
    learn/grow.ts   → commander        → the core may use only hyparquet, apache-arrow
    cli/main.ts     → esbuild          → esbuild is not among the dependencies of packages/coppice
    cli/main.ts     → @scope/name/deep → @scope/name is not among the dependencies of packages/coppice
  `)("bars %s from importing %s: %s", (from, to, why) => {
    expect(faultsOf(from, to)).toEqual([`${src(from)} imports ${to}: ${why}`]);
  });

  it("finds every form of import, types included", () => {
    const text = `
      import a from "./a.js";
      import type { B } from "./b.js";
      import { type C } from "./c.js";
      import "./d.js";
      export * from "./e.js";
      export { f } from "./f.js";
      export type { G } from "./g.js";
      let h: import("./h.js").H;
      const i = () => import("./i.js");
      const j = () => import(\`./j.js\`);
      const text = 'import k from "./k.js"'; // import l from "./l.js"
    `;
    expect(importsOf(text).sort()).toEqual([..."abcdefghij"].map((letter) => `./${letter}.js`));
  });

  it("reports a computed import", () => {
    const [to] = importsOf("const load = (name: string) => import(name);");
    expect(faultsOf("learn/grow.ts", to)).toHaveLength(1);
  });

  it("finds the source files without tests", () => {
    expect(sourceFiles()).toContain(src("base/errors.ts"));
    expect(sourceFiles().filter((file) => file.endsWith(".test.ts"))).toEqual([]);
  });
});
