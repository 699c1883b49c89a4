import * as fs from "node:fs";
import { serialize } from "node:v8";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { lateRefusal } from "../../test/kit/refusal.js";
import { testTeam } from "../../test/testTeam.js";
import { allBytes } from "../source/bytes.js";
import { readFormat } from "../source/read.js";
import { parseSchema } from "../table/declare.js";
import { fileBytes, readTable, standardInput, writeWhole } from "./files.js";

const files = folder();

const at = (name: string, content?: string | Uint8Array) =>
  content === undefined ? files.at(name) : files.put(name, content);
const fault = (promise: Promise<unknown>) => lateRefusal(() => promise);

test("a file's bytes can be read repeatedly", async () => {
  const content = Uint8Array.from({ length: 600_000 }, (_, i) => i % 251);
  const source = fileBytes(at("bytes", content));
  expect(source.size).toBe(600_000);
  for (let time = 0; time < 2; time++) expect(Buffer.compare(await allBytes(source.open()), content)).toBe(0);
});

test("files that cannot be read: the error gives the reason", async () => {
  fs.mkdirSync(at("folder.csv"));
  at("plain.csv", "a\n1\n");
  at("bad.csv.gz", gzipSync("a,b\n1,2\n").subarray(0, 20));
  for (const [name, reason] of Object.entries({
    "none.csv": "there is no such file",
    "folder.csv": "it is a folder",
    "plain.csv/x.csv": "part of its path is not a folder",
  }))
    expect(await fault(readTable(at(name)))).toBe(`FILE_READ: cannot read ${at(name)}: ${reason}`);
  const docx = await fault(readTable(at("x.docx")));
  expect(docx).toMatch(/^FILE_FORMAT: .*x\.docx has the extension "\.docx"; supported: /);
  const cut = await fault(readTable(at("bad.csv.gz")));
  expect(cut).toMatch(/^FILE_READ: .*bad\.csv\.gz is not a complete gzip file: /);
});

test.skipIf(process.getuid?.() === 0)("a file without permission", async () => {
  const path = at("secret.csv", "a\n1\n");
  fs.chmodSync(path, 0);
  expect(await fault(readTable(path))).toBe(`FILE_READ: cannot read ${path}: permission is denied`);
});

test("types may be an object, as in tableFrom", async () => {
  const path = at("typed.csv", "a,b\n1,2\n3,4\n");
  const { table, declared } = await readTable(path, { types: { a: "nominal" } });
  expect(table.columns.map(({ type }) => type)).toEqual(["nominal", "numeric"]);
  expect([...declared]).toEqual(["a"]);
  const wrong = { types: { a: "number" } } as unknown as { types: { a: "numeric" } };
  const said = await fault(readTable(path, wrong));
  expect(said).toMatch(/^OPTION_RANGE: the type of "a" .*did you mean "numeric"\?$/);
});

test("the format follows the extension, gzipped or not, or the option", async () => {
  expect((await readTable(at("a.csv", "a,b\n1,2\n"))).table.rows).toBe(1);
  expect((await readTable(at("a.csv.gz", gzipSync("a,b\n1,2\n3,4\n")))).table.rows).toBe(2);
  const tabs = await readTable(at("a.GZ", gzipSync("a\tb\n1\t2\n")), { format: "tsv" });
  expect(tabs.table.columns.length).toBe(2);
});

test("either file of a C4.5 pair finds the other", async () => {
  at("golf.names", "yes, no.\nx: continuous.\n");
  at("golf.data", "1,yes\n2,no\n");
  const byData = await readTable(at("golf.data"));
  expect(byData.schema.target).toBe("class");
  expect((await readTable(at("golf.names"))).table).toEqual(byData.table);
  at("packed.names", "yes, no.\nx: continuous.\n");
  expect((await readTable(at("packed.data.gz", gzipSync("1,yes\n2,no\n")))).table).toEqual(byData.table);
  fs.rmSync(at("golf.names"));
  const said = await fault(readTable(at("golf.data")));
  expect(said).toBe(`FILE_READ: cannot read ${at("golf.names")}: there is no such file`);
});

test("standard input can be opened again, even halfway, and reads its input once", async () => {
  let reads = 0;
  async function* input() {
    for (const text of ["a,b\n", "1,x\n", "2,y\n"]) {
      reads++;
      yield new TextEncoder().encode(text);
    }
  }
  const source = standardInput(input());
  for await (const _ of source.open()) break;
  for (let time = 0; time < 2; time++) expect((await readFormat("csv", source)).table.rows).toBe(2);
  expect(reads).toBe(3);
});

test("a file is written atomically, over an old one or through a link", async () => {
  const path = at("out.txt", "old");
  fs.chmodSync(path, 0o640);
  await writeWhole(path, "né");
  expect(fs.readFileSync(path, "utf8")).toBe("né");
  expect(fs.statSync(path).mode & 0o777).toBe(0o640);
  fs.symlinkSync(path, at("link.txt"));
  await writeWhole(at("link.txt"), Uint8Array.of(1, 2));
  expect([...fs.readFileSync(path)]).toEqual([1, 2]);
});

test("a write that fails leaves nothing behind", async () => {
  fs.mkdirSync(at("target"));
  const before = fs.readdirSync(files.path);
  const said = await fault(writeWhole(at("target"), "x"));
  expect(said).toMatch(/^FILE_WRITE: cannot write .*target: it is a folder/);
  const nowhere = files.at("no", "file");
  const lost = `FILE_WRITE: cannot write ${nowhere}: there is no such folder`;
  expect(await fault(writeWhole(nowhere, "x"))).toBe(lost);
  expect(fs.readdirSync(files.path)).toEqual(before);
});

const SHARED = new URL("../../../../../shared/data/", import.meta.url);

test.skipIf(!fs.existsSync(SHARED))(
  "the shared data sets have the rows and gaps that their schemas declare",
  async () => {
    for (const file of fs.readdirSync(SHARED).filter((name) => name.endsWith(".json"))) {
      const facts = JSON.parse(fs.readFileSync(new URL(file, SHARED), "utf8"));
      if (!Array.isArray(facts.columns)) continue;
      const { table } = await readTable(new URL(facts.file, SHARED).pathname, { schema: parseSchema(facts) });
      const gaps = table.columns.map((column) =>
        column.type === "numeric"
          ? column.values.filter(Number.isNaN).length
          : column.codes.filter((code) => code < 0).length,
      );
      const missing = gaps.reduce((a, b) => a + b, 0);
      expect({ file, n: table.rows, missing }).toEqual({ file, n: facts.n, missing: facts.missing });
    }
  },
);

test("a CSV read by several threads is the same, including line feeds within quotes", async () => {
  const cellOf = (row: number) => (row % 997 === 5 ? `"${row}\n,${row}"` : row % 3 === 0 ? "a" : "b");
  const lines = Array.from({ length: 50_000 }, (_, row) => `${row / 7},${cellOf(row)},${row % 11}`);
  const path = at("large.csv", `x,y,z\n${lines.join("\n")}\n`);
  const read = async (options?: Parameters<typeof readTable>[1]) => {
    const { table, ...rest } = await readTable(path, options);
    expect(table.rows).toBe(50_000);
    // Typed arrays are compared by their bytes, for the time that it takes.
    return [...table.columns.map((column) => serialize({ ...column }).toString("base64")), rest];
  };
  const alone = await read();
  expect(await read({ team: await testTeam(3) })).toEqual(alone);
  expect(await read({ threads: 2 })).toEqual(alone);
});
