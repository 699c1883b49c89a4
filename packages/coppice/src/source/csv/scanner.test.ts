import { expect, it } from "vitest";
import { type CellSink, CsvScanner } from "./scanner.js";

/** The cells with the lines on which they begin, of a text that comes in these chunks. */
function scanned(...chunks: string[]): [text: string, line: number][] {
  const found: [string, number][] = [];
  const sink: CellSink = {
    cells: 0,
    cell: (bytes, start, end, _quoted, line) => {
      found.push([new TextDecoder().decode(bytes.subarray(start, end)), line]);
    },
    endRow: () => {},
  };
  const scanner = new CsvScanner("t.csv", ",".charCodeAt(0), sink);
  for (const chunk of chunks) scanner.push(new TextEncoder().encode(chunk));
  scanner.finish();
  return found;
}

it("cells and their lines do not depend on where chunks end: line ends of two characters, within quotes too", () => {
  const text = 'a,"x\r\ny"\r\n"p\nq",b\r"c\r\r\n",d\n';
  const whole = scanned(text);
  expect(whole).toEqual([
    ["a", 1],
    ["x\r\ny", 1],
    ["p\nq", 3],
    ["b", 4],
    ["c\r\r\n", 5],
    ["d", 7],
  ]);
  for (let cut = 1; cut < text.length; cut++)
    expect([cut, scanned(text.slice(0, cut), text.slice(cut))]).toEqual([cut, whole]);
});
