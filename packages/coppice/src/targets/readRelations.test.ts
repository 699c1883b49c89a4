import { expect, test } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { readTuples } from "./readRelations.js";

const { put } = folder();

test("constants stay as they are written: numbers, dates, prices and spellings", async () => {
  const path = put(
    "facts.csv",
    'x,when,price,sure\n007,2024-03-15,"$1,000",Yes\n8,2024-04-16,"$2,000",yes\n',
  );
  expect(await readTuples(path)).toEqual([
    ["007", "2024-03-15", "$1,000", "Yes"],
    ["8", "2024-04-16", "$2,000", "yes"],
  ]);
});
