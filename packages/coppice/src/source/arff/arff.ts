import { CoppiceError } from "../../base/errors.js";
import { ColumnBuilder, type Declaration } from "../../table/builder.js";
import { errorAt } from "../../table/cellError.js";
import { declarationsFor } from "../../table/declare.js";
import type { ByteSource } from "../bytes.js";
import { linesOf } from "../lines.js";
import { chunksOf, emptyFile, type ReadOptions, type ReadResult } from "../options.js";
import { gatheredAs, resultOf } from "../result.js";
import { ArffHeader } from "./header.js";
import { ArffRows } from "./rows.js";

/** Attribute-Relation File Format. Row weights become a column, which is the schema's weight. */
export async function readArff(source: ByteSource, options: ReadOptions): Promise<ReadResult> {
  const header = new ArffHeader(source.name);
  let body: Body | undefined;
  let last = 0;
  for await (const lines of linesOf(source.name, chunksOf(source, options), "ARFF_SYNTAX")) {
    for (const line of lines) {
      last = line.number;
      if (body) body.rows.take(line);
      else header.take(line);
      if (!body && header.complete) body = bodyOf(source.name, header, options);
    }
  }
  if (last === 0) throw emptyFile(source.name);
  if (!body) throw errorAt("ARFF_SYNTAX", { file: source.name, line: last }, "the file ends before @data");
  return finish(source.name, header, body, options);
}

interface Body {
  readonly builders: readonly ColumnBuilder[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly rows: ArffRows;
}

function bodyOf(file: string, header: ArffHeader, options: ReadOptions): Body {
  const { names } = header;
  const declarations = declarationsFor(names, options, header.declarations);
  const builders = names.map(
    (name) => new ColumnBuilder(name, gatheredAs(declarations.get(name)), options.missing),
  );
  let weightName = "weight";
  while (header.declarations.has(weightName)) weightName += "_";
  return {
    builders,
    declarations,
    rows: new ArffRows(file, builders, [...header.declarations.values()], weightName),
  };
}

function finish(file: string, header: ArffHeader, body: Body, options: ReadOptions): ReadResult {
  const { weight } = body.rows;
  const columns = body.builders.map((builder) => builder.finish());
  const { declarations } = body;
  const { dates } = header;
  if (!weight) return resultOf({ file, columns, declarations, dates }, options);
  if (options.schema?.weight !== undefined) {
    const message = `${file} has row weights, but the schema names another weight column, ${options.schema.weight}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "weight", value: options.schema.weight });
  }
  return resultOf(
    {
      file,
      columns: [...columns, weight.finish()],
      declarations: new Map([...declarations, [weight.name, { type: "numeric" }]]),
      weight: weight.name,
      dates,
    },
    options,
  );
}
