import { expect, test } from "vitest";
import { titleLines } from "./titles.js";

const lines = (text: string, delimiters = ",;\t|") =>
  titleLines(
    new TextEncoder().encode(text),
    true,
    [...delimiters].map((sign) => sign.charCodeAt(0)),
  );

test.each([
  ["a,b\n1,2\n", 0],
  ["Report\na,b\n1,2\n", 1],
  ["Report\n\na;b;c\n1;2;3\n4;5;6\n", 2],
  ["Report of May, 2024\na,b,c,d\n1,2,3,4\n", 1],
  ["Report,,\n,,\na,b,c\n1,2,3\n", 2], // as a spreadsheet writes it
  ["\na,b\n1,2\n", 1],
  ['"Report, in parts"\r\na,b\r\n1,2\r\n', 1],
])("%j has %d title lines", (text, count) => {
  expect(lines(text)).toBe(count);
});

test.each([
  ["a\n1\n2\n"], // one column
  ["x\n1,5\n2,6\n"], // a header without a name for the row numbers: no line of names below
  ["a,b,c\n1,x,2,3\n2,y,2,3\n"], // the same with more columns
  [",x\n0,1\n1,2\n"], // an index without a name
  ["a,b\n1,2\n3\n4,5\n"], // ragged below the names
  ["a,b\n"],
])("%j has none", (text) => {
  expect(lines(text)).toBe(0);
});
