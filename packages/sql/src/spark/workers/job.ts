/** Arrays that a job brings along, by the names that the program knows. */
export type JobArrays = Readonly<Record<string, Float64Array | Int32Array>>;

const encoder = new TextEncoder();
const ALIGNED = 8;

/** A job for the program on the workers: what to do as JSON, then its arrays, each at a multiple of eight bytes. */
export function jobBytes(facts: Readonly<Record<string, unknown>>, arrays: JobArrays = {}): Uint8Array {
  const list = Object.entries(arrays);
  // Places depend on the length of the JSON that says them: room for it is reserved in steps.
  for (let room = 256; ; room *= 2) {
    let at = room;
    const places: Record<string, [string, number, number]> = {};
    for (const [name, array] of list) {
      places[name] = [array instanceof Float64Array ? "<f8" : "<i4", at, array.length];
      at += Math.ceil(array.byteLength / ALIGNED) * ALIGNED;
    }
    const head = encoder.encode(JSON.stringify({ ...facts, arrays: places }));
    if (head.length + 4 > room) continue;
    const whole = new Uint8Array(at);
    new DataView(whole.buffer).setUint32(0, head.length, true);
    whole.set(head, 4);
    for (const [name, array] of list)
      whole.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), places[name][1]);
    return whole;
  }
}
