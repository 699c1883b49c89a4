import { expect, test } from "vitest";
import { bytesOf } from "./bytes.js";
import { readSource } from "./read.js";

const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
function wide(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittle);
  return bytes;
}
const CONTENT = "größe,ort\n1.5,Köln\n2.5,Bonn\n";
const read = (bytes: Uint8Array | string, options = {}) => readSource(bytesOf("t.csv", bytes), options);
const GUESSED = { flag: "--encoding <name>", option: 'encoding: "<name>"', effect: "if that is wrong" };

async function facts(bytes: Uint8Array | string, options = {}) {
  const { table, warnings } = await read(bytes, options);
  const [size, place] = table.columns;
  if (size.type !== "numeric" || place.type === "numeric") throw new Error("expected a number and a place");
  return { names: [size.name, place.name], first: [size.values[0], place.levels[1]], warnings };
}

const PLAIN = { names: ["größe", "ort"], first: [1.5, "Köln"], warnings: [] };

test.each([
  ["UTF-8", CONTENT],
  ["UTF-8 with a mark", `\ufeff${CONTENT}`],
  ["UTF-16 LE with a mark", wide(`\ufeff${CONTENT}`, true)],
  ["UTF-16 BE with a mark", wide(`\ufeff${CONTENT}`, false)],
])("%s is read without a warning", async (_, bytes) => {
  expect(await facts(bytes)).toEqual(PLAIN);
});

test.each([
  ["UTF-16 LE without a mark", wide(CONTENT, true), "t.csv looks like utf-16le: read as utf-16le"],
  ["UTF-16 BE without a mark", wide(CONTENT, false), "t.csv looks like utf-16be: read as utf-16be"],
  ["neither", latin(CONTENT), "t.csv is not UTF-8 text: read as windows-1252 (Latin-1)"],
])("%s is guessed by its bytes, with a warning", async (_, bytes, message) => {
  const warnings = [{ code: "ENCODING_GUESSED", message, remedy: GUESSED }];
  expect(await facts(bytes)).toEqual({ ...PLAIN, warnings });
});

test("a given encoding is not guessed, and its name is checked", async () => {
  expect(await facts(latin(CONTENT), { encoding: "latin1" })).toEqual(PLAIN);
  expect(await facts(wide(CONTENT, false), { encoding: "utf-16be" })).toEqual(PLAIN);
  await expect(read(CONTENT, { encoding: "ebcdic" })).rejects.toThrow(
    "encoding must be the name of an encoding, such as utf-8, utf-16le, windows-1252 or shift_jis; got",
  );
});

test("the error of a Latin-1 file is that of its cells, not that of its encoding", async () => {
  const ragged = read(latin("a,b\nKöln,1\nBonn\n"));
  await expect(ragged).rejects.toThrow("line 3: expected 2 cells as in the header, found 1");
});

test("JSON, ARFF and C4.5 are decoded too", async () => {
  const json = await readSource(bytesOf("t.json", latin('[{"ort": "Köln"}]')));
  expect(json.warnings[0].code).toBe("ENCODING_GUESSED");
  const text = "\ufeff@relation r\n@attribute ö numeric\n@data\n1\n";
  const arff = await readSource(bytesOf("t.arff", wide(text, true)));
  expect(arff.table.columns[0].name).toBe("ö");
});
