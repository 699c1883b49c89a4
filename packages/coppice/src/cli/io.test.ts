import { expect, it } from "vitest";
import { type Io, printWarnings, remark } from "./io.js";

function written(work: (io: Pick<Io, "stderr">) => void): string {
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  work({ stderr: { write, color: false } });
  return text;
}

it("a remark is one line of which a terminal obeys nothing, whatever the names in it are", () => {
  const text = written((io) => remark(io as Io, "hint", "the column \u001b[31mred\nblue\u202e"));
  expect(text).toMatch(/^hint: the column [\x20-\x7e]*\n$/);
  expect(text).toContain("[31mred");
  const warning = { code: "CONSTANT", column: "x", message: "the column \u0007 is constant" } as const;
  expect(written((io) => printWarnings(io as Io, [warning]))).toMatch(/^warning: [\x20-\x7e]*\n$/);
});
