import { tableFromArrays, tableToIPC } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";

const size = Array.from({ length: 40 }, (_, i) => (i * 7) % 40);
const kind = size.map((each) => (each < 20 ? "small" : "large"));
const columnData = Object.entries({ size, kind }).map(([name, data]) => ({ name, data }));
const lines = (between: string) => size.map((each, i) => `${each}${between}${kind[i]}`);

/** Forty rows of a number and two classes, which one test separates: in every format that the studio reads. */
export const FORMATS: Readonly<Record<string, () => string | Uint8Array<ArrayBuffer>>> = {
  "t.csv": () => ["size,kind", ...lines(",")].join("\n"),
  "t.tsv": () => ["size\tkind", ...lines("\t")].join("\n"),
  "t.arff": () =>
    [
      ...["@relation t", "@attribute size numeric", "@attribute kind {small,large}", "@data"],
      ...lines(","),
    ].join("\n"),
  "t.json": () => JSON.stringify(size.map((each, i) => ({ size: each, kind: kind[i] }))),
  "t.parquet": () => new Uint8Array(parquetWriteBuffer({ columnData })),
  "t.arrow": () =>
    Uint8Array.from(tableToIPC(tableFromArrays({ size: Float64Array.from(size), kind }), "file")),
};
