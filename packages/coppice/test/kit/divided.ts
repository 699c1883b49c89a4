import type { ByteSource } from "../../src/source/bytes.js";

/** A file whose bytes arrive in pieces: divided at these places, which begin again after its end. */
export function divided(name: string, bytes: Uint8Array, places: Iterable<number>): ByteSource {
  const ends = Array.from(places, (place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return {
    name,
    size: bytes.length,
    async *open() {
      let start = 0;
      for (const end of [...ends, bytes.length]) {
        yield bytes.subarray(start, end);
        start = end;
      }
    },
  };
}
