import type { CodedAttribute } from "../../kernels/drivers/optimal.js";

/** Whether a test sends a code to the left. */
export function isLeft({ tests }: CodedAttribute, test: number, code: number): boolean {
  if (tests.kind === "thresholds") return code <= test;
  return tests.kind === "levels" ? code === test : ((tests.sets[test] >>> code) & 1) === 1;
}

/** By code: 1 where the test sends it to the left. */
export function leftCodes(attribute: CodedAttribute, test: number): Uint8Array {
  return Uint8Array.from({ length: attribute.count }, (_, code) => Number(isLeft(attribute, test, code)));
}

/** The rows on either side of a test, in their order. */
export function divide(
  attribute: CodedAttribute,
  test: number,
  rows: Uint32Array,
): [Uint32Array, Uint32Array] {
  const left = new Uint32Array(rows.length);
  const right = new Uint32Array(rows.length);
  const goesLeft = leftCodes(attribute, test);
  const { codes } = attribute;
  let [l, r] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (goesLeft[codes[row]]) left[l++] = row;
    else right[r++] = row;
  }
  return [left.subarray(0, l), right.subarray(0, r)];
}
