/**
 * A function for Spark's Python workers, as the pickle that they read: what `eval` makes of a source, called with bytes, and
 * beside it the type of its results. Written by hand, it is the same for every version of Python 3, and needs no Python here.
 * The source is a constant of ours; whatever comes from users is data, and goes into the bytes.
 */
export function pickledFunction(source: string, data: Uint8Array, type: string): Uint8Array {
  return joined([
    // Protocol 3, the first with bytes.
    Uint8Array.of(0x80, 3),
    global("builtins", "eval"),
    text(source),
    CALL_WITH_ONE,
    bytes(data),
    CALL_WITH_ONE,
    global("pyspark.sql.types", "_parse_datatype_json_string"),
    text(type),
    CALL_WITH_ONE,
    // A tuple of the two, and the end.
    Uint8Array.of(0x86, 0x2e),
  ]);
}

const encoder = new TextEncoder();
/** A tuple of the last value, and the call of what is before it with that tuple. */
const CALL_WITH_ONE = Uint8Array.of(0x85, 0x52);

function global(module: string, name: string): Uint8Array {
  return encoder.encode(`c${module}\n${name}\n`);
}

function text(value: string): Uint8Array {
  return sized("X", encoder.encode(value));
}

function bytes(value: Uint8Array): Uint8Array {
  return sized("B", value);
}

function sized(opcode: string, value: Uint8Array): Uint8Array {
  const head = new Uint8Array(5);
  head[0] = opcode.charCodeAt(0);
  new DataView(head.buffer).setUint32(1, value.length, true);
  return joined([head, value]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
