import { describe, expect, it } from "vitest";
import { isAbandoned, scratchName } from "./scratchName.js";

const DAY = 24 * 3600;
const own = scratchName("rows");
const seconds = Number.parseInt(own.split("_")[3], 36);

describe("names of scratch tables", () => {
  it("are new each time, and say whose they are", () => {
    expect(scratchName("rows")).not.toBe(own);
    expect(isAbandoned(own, seconds, (id) => id === process.pid)).toBe(false);
    expect(isAbandoned(own, seconds, () => false)).toBe(true);
  });

  it("of other machines are kept for a week", () => {
    const elsewhere = own.replace(/^coppice_[0-9a-f]{8}/, "coppice_00000000");
    expect(isAbandoned(elsewhere, seconds + 7 * DAY, () => false)).toBe(false);
    expect(isAbandoned(elsewhere, seconds + 7 * DAY + 1, () => true)).toBe(true);
  });

  it.each(["coppice_orders", "orders", `${own}; --`, `x${own}`])("other tables are nobody's: %s", (name) => {
    expect(isAbandoned(name, seconds + 1000 * DAY, () => false)).toBe(false);
  });
});
