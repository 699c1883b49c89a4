import { CONTROL_BYTES } from "./control.js";

const PAGE = 65536;
const MOST_PAGES = 65536;

/** Thrown when a kernel's memory would exceed 4 GB: callers then take another path. */
export class HeapFull extends Error {}

/** The result of the work, or undefined if it does not fit into a kernel's memory. */
export function ifItFits<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof HeapFull) return undefined;
    throw error;
  }
}

/**
 * The memory that kernels work in: a stack, released down to a mark. Views must be created again after every growth:
 * growing detaches the views of an unshared memory, and leaves those of a shared one too short.
 */
export class Heap {
  readonly memory: WebAssembly.Memory;
  private top = CONTROL_BYTES;

  constructor(readonly shared: boolean) {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared });
  }

  /** Allocates bytes, aligned to a cache line and not initialised. */
  alloc(bytes: number): number {
    const at = (this.top + 63) & -64;
    const start = at < 0 ? at + 2 ** 32 : at;
    this.top = start + Math.ceil(bytes);
    const missing = Math.ceil((this.top - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.grow(missing);
    return start;
  }

  /** Makes room for so many bytes in all, without allocating them; the host maps a page when it is first written to. */
  reserve(bytes: number): void {
    const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.grow(missing);
  }

  private grow(pages: number): void {
    try {
      this.memory.grow(pages);
    } catch {
      // The host throws RangeError both at the limit and when it is out of memory itself.
      throw new HeapFull(`a kernel's memory of ${this.bytes} bytes cannot grow by ${pages} pages`);
    }
  }

  /** `release` frees everything allocated after the mark was taken. */
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
