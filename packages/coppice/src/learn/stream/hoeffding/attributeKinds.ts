import type { Cells } from "../../../table/column.js";
import { hasOrder } from "../../../table/schema.js";
import type { StreamSchema } from "../streamLearner.js";

/** Which attributes are numbers (or ordered levels, whose ranks are), and which are levels. */
export interface AttributeKinds {
  readonly count: number;
  readonly isNumeric: readonly boolean[];
  readonly numeric: Int32Array;
  readonly nominal: Int32Array;
}

export function attributeKinds({ attributes }: Pick<StreamSchema, "attributes">): AttributeKinds {
  const isNumeric = attributes.map(hasOrder);
  return {
    ...kindsAmong(
      attributes.map((_, a) => a),
      isNumeric,
    ),
    count: attributes.length,
    isNumeric,
  };
}

/** These attributes by kind. */
export function kindsAmong(
  attributes: readonly number[],
  isNumeric: readonly boolean[],
): Pick<AttributeKinds, "numeric" | "nominal"> {
  return {
    numeric: Int32Array.from(attributes.filter((a) => isNumeric[a])),
    nominal: Int32Array.from(attributes.filter((a) => !isNumeric[a])),
  };
}

/** The cells of one row as numbers, NaN where missing. */
export function readRow(columns: readonly Cells[], row: number, into: Float64Array): void {
  for (let a = 0; a < columns.length; a++) {
    const column = columns[a];
    const cell = column[row];
    into[a] = cell < 0 && column instanceof Int32Array ? Number.NaN : cell;
  }
}
