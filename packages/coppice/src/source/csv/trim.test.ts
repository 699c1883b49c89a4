import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../bytes.js";
import { readSource } from "../read.js";
import { withoutFirstLines, withoutLastLines } from "./trim.js";

async function* cutUp(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += String.fromCharCode(...chunk);
  return text;
}

test("lines are dropped at both ends however the bytes are divided", async () => {
  const lines = fc.array(fc.constantFrom("a", "bc", "d e"), { minLength: 1, maxLength: 6 });
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const counts = fc.tuple(fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 7 }));
  await fc.assert(
    fc.asyncProperty(lines, end, counts, async (all, end, [first, last, size]) => {
      const bytes = new TextEncoder().encode(all.map((line) => line + end).join(""));
      const kept = (some: string[]) => some.map((line) => line + end).join("");
      expect(await textOf(withoutFirstLines(cutUp(bytes, size), first))).toBe(kept(all.slice(first)));
      if (last === 0) return;
      const before = all.slice(0, Math.max(0, all.length - last));
      expect(await textOf(withoutLastLines(cutUp(bytes, size), last))).toBe(kept(before));
    }),
  );
});

test("blank lines at the end are not counted", async () => {
  const bytes = new TextEncoder().encode("a\n1\n2\nTotal\n\n  \n");
  expect(await textOf(withoutLastLines(cutUp(bytes, 100), 1))).toBe("a\n1\n2\n");
});

test("skipLines and skipLastLines drop lines of a CSV, and errors keep the file's line numbers", async () => {
  const content = "Report\nmade today\na,b\n1,2\n3,4\nTotal,6\n";
  const read = (text: string, options = {}) => readSource(bytesOf("t.csv", text), options);
  const { table } = await read(content, { skipLines: 2, skipLastLines: 1 });
  expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["a numeric", "b numeric"]);
  expect(table.rows).toBe(2);
  const ragged = read("Report\na,b\n1\n", { skipLines: 1 });
  await expect(ragged).rejects.toThrow("line 3: expected 2 cells as in the header, found 1");
  await expect(read(content, { skipLines: 999 })).rejects.toThrow(
    /has nothing after line 999, up to which skipLines \(--skip-lines\) skips$/,
  );
  for (const [name, value] of Object.entries({ skipLines: 1.5, skipLastLines: -1 }))
    await expect(read(content, { [name]: value })).rejects.toThrow(
      `${name} must be an integer ≥ 0; got ${value}`,
    );
});
