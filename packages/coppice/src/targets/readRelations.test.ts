import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readTuples } from "./readRelations.js";

const folder = mkdtempSync(join(tmpdir(), "coppice-relations-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("constants stay as they are written: numbers, dates, prices and spellings", async () => {
  const path = join(folder, "facts.csv");
  writeFileSync(path, 'x,when,price,sure\n007,2024-03-15,"$1,000",Yes\n8,2024-04-16,"$2,000",yes\n');
  expect(await readTuples(path)).toEqual([
    ["007", "2024-03-15", "$1,000", "Yes"],
    ["8", "2024-04-16", "$2,000", "yes"],
  ]);
});
