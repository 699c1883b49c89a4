import { CONTROL_BYTES } from "./control.js";

const PAGE = 65536;
const MOST_PAGES = 65536;

/** A kernel's memory ends at 4 GB: what does not fit is done another way. */
export class HeapFull extends Error {}

/** What the work gives, or undefined where a kernel's memory has no room for it. */
export function ifItFits<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof HeapFull) return undefined;
    throw error;
  }
}

/**
 * The memory that kernels work in: allocated upwards, given back all at once down to a mark. Views are made anew after
 * every growth: growing detaches the views of a plain memory, and leaves those of a shared one too short.
 */
export class Heap {
  readonly memory: WebAssembly.Memory;
  private top = CONTROL_BYTES;

  constructor(readonly shared: boolean) {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared });
  }

  /** Room for so many bytes, aligned to a cache line; its contents are whatever was there. */
  alloc(bytes: number): number {
    const at = (this.top + 63) & -64;
    const start = at < 0 ? at + 2 ** 32 : at;
    this.top = start + Math.ceil(bytes);
    const missing = Math.ceil((this.top - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.grow(missing);
    return start;
  }

  private grow(pages: number): void {
    try {
      this.memory.grow(pages);
    } catch {
      // The host says no more than RangeError, whether the limit is reached or it has no memory itself.
      throw new HeapFull(`a kernel's memory of ${this.bytes} bytes cannot grow by ${pages} pages`);
    }
  }

  /** Everything allocated after the mark was taken is given back by `release`. */
  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  u8(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  u16(at: number, length: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, at, length);
  }

  i32(at: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, length);
  }

  u32(at: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }

  f32(at: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, length);
  }

  f64(at: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }
}
