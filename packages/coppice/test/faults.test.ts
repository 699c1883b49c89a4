import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finders } from "../../../guards/faults/found.mjs";
import { faults } from "../../../guards/faults/list/index.mjs";
import { placeFault, seeded } from "../../../guards/faults/place.mjs";
import { root } from "../../../scripts/lib/root.mjs";

describe("the seeded faults", () => {
  it("have one place each in the sources: mend the record of one that has moved, in guards/faults/list", () => {
    const moved = faults.flatMap((fault) => {
      const why = placeFault(fault, root);
      return why === undefined ? [] : [`${fault.name}: ${why}`];
    });
    expect(moved).toEqual([]);
  });

  it("are at least forty, of every room, each with a name of its own", () => {
    const names = faults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
    const rooms = ["table", "source", "engine", "learn", "kernels", "model", "predict", "rules", "use"];
    expect([...new Set(faults.map(({ room }) => room))].sort()).toEqual(
      [...rooms, "targets", "cli", "sql", "studio"].sort(),
    );
  });

  it("have a test each that is known to find them: npm run faults -- --only <name> tells which, for found.tsv", () => {
    const found = new Set(finders().map(({ name }) => name));
    expect(faults.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
    const known = new Set(faults.map(({ name }) => name));
    expect(finders().filter(({ name }) => !known.has(name))).toEqual([]);
    expect(finders().filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe("the place of a fault", () => {
  const file = "guards/faults/place.mjs";
  const elsewhere = "guards/faults/elsewhere.mjs";

  it.each([
    [`its text is no longer in ${file}`, { file, find: "not\u0020here at all", replace: "" }],
    [`there is no file ${elsewhere}`, { file: elsewhere, find: "a", replace: "b" }],
    ["the fault changes nothing", { file, find: "places", replace: "places" }],
    [`its text is 2 times in ${file}`, { file, find: "export function", replace: "" }],
    [undefined, { file, find: "export function seeded(", replace: "" }],
  ])("is judged: %s", (why, fault) => expect(placeFault(fault, root)).toBe(why));

  it("takes dollar signs in the replacement as they are", () => {
    expect(seeded({ find: "b", replace: "$&$1" }, "abc")).toBe("a$&$1c");
  });
});
