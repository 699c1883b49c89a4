/**
 * Distinct byte strings, numbered in order of arrival. The bytes are stored end to end in one arena and found by an
 * open-addressing table, so that a repeated cell costs a hash and a comparison and allocates no string.
 */
export class ByteDictionary {
  size = 0;
  /** Entry + 1; 0 where free. Its length is a power of two and at least twice `size`. */
  private slots = new Int32Array(64);
  private hashes = new Int32Array(16);
  /** Entry i is arena[starts[i], starts[i + 1]). */
  private starts = new Uint32Array(17);
  private arena = new Uint8Array(256);
  /** A few bytes distinguish most columns' cells; if they do not, all bytes are hashed from then on. */
  private hashesAll = false;

  /** The entry of bytes[start, end), added if new: then it equals the `size` before the call. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const hash = this.hashesAll ? hashOf(bytes, start, end) : hashOfSome(bytes, start, end);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    let collisions = 0;
    for (;;) {
      const entry = this.slots[slot] - 1;
      if (entry < 0) break;
      if (this.hashes[entry] === hash) {
        if (this.equals(entry, bytes, start, end)) return entry;
        collisions++;
      }
      slot = (slot + 1) & mask;
    }
    if (collisions > MAX_COLLISIONS && !this.hashesAll) {
      this.hashAll();
      return this.intern(bytes, start, end);
    }
    return this.insert(slot, hash, bytes, start, end);
  }

  /** The entry of bytes[start, end), or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const hash = this.hashesAll ? hashOf(bytes, start, end) : hashOfSome(bytes, start, end);
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] - 1;
      if (entry < 0 || (this.hashes[entry] === hash && this.equals(entry, bytes, start, end))) return entry;
    }
  }

  bytesOf(entry: number): Uint8Array {
    return this.arena.subarray(this.starts[entry], this.starts[entry + 1]);
  }

  private equals(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[entry];
    if (this.starts[entry + 1] - from !== end - start) return false;
    const shift = from - start;
    for (let i = start; i < end; i++) if (this.arena[i + shift] !== bytes[i]) return false;
    return true;
  }

  private insert(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const entry = this.size++;
    if (entry === this.hashes.length) this.growEntries();
    const from = this.starts[entry];
    const to = from + end - start;
    if (to > this.arena.length)
      this.arena = grown(this.arena, new Uint8Array(Math.max(to, 2 * this.arena.length)));
    for (let i = start, at = from; i < end; i++, at++) this.arena[at] = bytes[i];
    this.starts[entry + 1] = to;
    this.hashes[entry] = hash;
    this.slots[slot] = entry + 1;
    if (2 * this.size > this.slots.length) this.rehash(2 * this.slots.length);
    return entry;
  }

  private hashAll(): void {
    this.hashesAll = true;
    for (let entry = 0; entry < this.size; entry++) {
      this.hashes[entry] = hashOf(this.arena, this.starts[entry], this.starts[entry + 1]);
    }
    this.rehash(this.slots.length);
  }

  private growEntries(): void {
    const capacity = 2 * this.hashes.length;
    this.hashes = grown(this.hashes, new Int32Array(capacity));
    this.starts = grown(this.starts, new Uint32Array(capacity + 1));
  }

  private rehash(capacity: number): void {
    const slots = new Int32Array(capacity);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.size; entry++) {
      let slot = this.hashes[entry] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.slots = slots;
  }
}

/** With more entries of one hash than this, all bytes are hashed. */
const MAX_COLLISIONS = 4;

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return mixed(hash);
}

/** The same for the length and five bytes, which cover a text of up to five. */
function hashOfSome(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return 0;
  const quarter = length >> 2;
  let hash = Math.imul(length ^ bytes[start], 0x01000193);
  hash = Math.imul(hash ^ bytes[end - 1], 0x01000193);
  hash = Math.imul(hash ^ bytes[start + (length >> 1)], 0x01000193);
  hash = Math.imul(hash ^ bytes[start + quarter], 0x01000193);
  return mixed(Math.imul(hash ^ bytes[end - 1 - quarter], 0x01000193));
}

/** Folds the high bits into the low ones, which select the slot. */
function mixed(bits: number): number {
  const hash = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** `from`, copied into the start of the longer `to`. */
export function grown<A extends Uint8Array | Int32Array | Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
