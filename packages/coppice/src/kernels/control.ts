import { waitOn } from "./waitOn.js";

/**
 * Where the threads of a team find their work: in the first bytes of their shared memory, below all allocations.
 * Addresses in bytes.
 */
const JOB = 64;
const ENTERED = 68;
const KERNEL = 72;
const ENTRY = 76;
const ARGUMENT_COUNT = 80;
/** Read by kernels: kernels/assembly/common/control.ts. */
const STOP = 128;
const ARGUMENTS = 192;
const DONE = 448;
const INDEXES = 704;
const MESSAGE_LENGTH = 960;
const MESSAGE = 964;
/** Allocations begin here. */
export const CONTROL_BYTES = 2048;

const FAILED = 1;
const CANCELLED = 2;

/** A call of a kernel's entry, by the numbers that both sides assign to kernels and their exports. */
export interface ThreadJob {
  readonly kernel: number;
  readonly entry: number;
  readonly args: readonly number[];
}

/** One word of `DONE` and one of `INDEXES` per thread. */
export const MOST_THREADS = (INDEXES - DONE) / 4;
export const MOST_ARGUMENTS = (DONE - ARGUMENTS) / 8;

/**
 * Iterations before a thread sleeps: enough for the time between two jobs of a fit, so that threads seldom sleep there. Fewer
 * after they were in vain, as in kernels/assembly/common/spin.ts.
 */
const MOST_SPINS = 200_000;
const LEAST_SPINS = 5_000;

/** The words that the threads of a team share. The views stay valid when the memory grows: it never shrinks. */
export class Control {
  private readonly words: Int32Array;
  private readonly args: Float64Array;
  private readonly text: Uint8Array;
  private spins = MOST_SPINS;

  constructor(memory: WebAssembly.Memory) {
    this.words = new Int32Array(memory.buffer, 0, CONTROL_BYTES / 4);
    this.args = new Float64Array(memory.buffer, ARGUMENTS, MOST_ARGUMENTS);
    this.text = new Uint8Array(memory.buffer, MESSAGE, CONTROL_BYTES - MESSAGE);
  }

  /**
   * The number of the calling thread among those that have started, from 1; the team's owner is 0. Threads may start in a
   * different order from the one in which they were created: `index` is its position in the latter.
   */
  enter(index: number): number {
    const thread = Atomics.add(this.words, ENTERED / 4, 1) + 1;
    Atomics.store(this.words, INDEXES / 4 + thread, index + 1);
    return thread;
  }

  /** The index with which a thread has entered. */
  indexOf(thread: number): number | undefined {
    const found = Atomics.load(this.words, INDEXES / 4 + thread);
    return found === 0 ? undefined : found - 1;
  }

  /** How many threads have started, besides the owner. */
  get entered(): number {
    return Atomics.load(this.words, ENTERED / 4);
  }

  /**
   * Hands a job to the threads 1 to `threads` - 1. One word holds both the job's number and its number of threads, so a
   * thread that starts meanwhile sees either that it belongs to the job, which then waits for it, or that it does not.
   */
  begin({ kernel, entry, args }: ThreadJob, threads: number): number {
    this.words[KERNEL / 4] = kernel;
    this.words[ENTRY / 4] = entry;
    this.words[ARGUMENT_COUNT / 4] = args.length;
    this.args.set(args);
    const ticket = this.nextTicket(threads);
    Atomics.store(this.words, JOB / 4, ticket);
    Atomics.notify(this.words, JOB / 4);
    return ticket;
  }

  private nextTicket(threads: number): number {
    const last = Atomics.load(this.words, JOB / 4);
    return ((((last >>> 8) + 1) & 0xffffff) << 8) | threads;
  }

  /** The current job's ticket. */
  get ticket(): number {
    return Atomics.load(this.words, JOB / 4);
  }

  /** Sleeps until there is a job other than this one. */
  nextJob(ticket: number): number {
    this.changed(JOB / 4, ticket);
    return this.ticket;
  }

  job(): ThreadJob {
    const args = Array.from(this.args.subarray(0, this.words[ARGUMENT_COUNT / 4]));
    return { kernel: this.words[KERNEL / 4], entry: this.words[ENTRY / 4], args };
  }

  done(thread: number, ticket: number): void {
    Atomics.store(this.words, DONE / 4 + thread, ticket);
    Atomics.notify(this.words, DONE / 4 + thread);
  }

  /** Waits until the thread has finished the job, but no longer than `timeout` milliseconds. */
  isDone(thread: number, ticket: number, timeout: number): boolean {
    const at = DONE / 4 + thread;
    const last = Atomics.load(this.words, at);
    if (last !== ticket) this.changed(at, last, timeout);
    return Atomics.load(this.words, at) === ticket;
  }

  private changed(at: number, from: number, timeout?: number): void {
    for (let i = 0; i < this.spins; i++) {
      if (Atomics.load(this.words, at) === from) continue;
      if (i > 0) this.spins = Math.min(2 * this.spins, MOST_SPINS);
      return;
    }
    this.spins = Math.max(this.spins >> 2, LEAST_SPINS);
    waitOn(this.words, at, from, timeout);
  }

  /** Makes all threads leave the job. The first failure is the one that is reported. */
  fail(message: string): void {
    if (Atomics.or(this.words, STOP / 4, FAILED) !== 0) return;
    // encodeInto does not accept shared memory.
    const bytes = new TextEncoder().encode(message).subarray(0, this.text.length);
    this.text.set(bytes);
    Atomics.store(this.words, MESSAGE_LENGTH / 4, bytes.length);
  }

  /** Makes all threads leave the job, and every later one, until `allow`. May be called by any thread. */
  cancel(): void {
    Atomics.or(this.words, STOP / 4, CANCELLED);
  }

  allow(): void {
    Atomics.and(this.words, STOP / 4, ~CANCELLED);
  }

  get isCancelled(): boolean {
    return (Atomics.load(this.words, STOP / 4) & CANCELLED) !== 0;
  }

  /** The failure of the last job, once all threads have left it; clears it for the next job. */
  takeFailure(): string | undefined {
    const stop = Atomics.and(this.words, STOP / 4, ~FAILED);
    if ((stop & FAILED) === 0) return undefined;
    const length = Atomics.exchange(this.words, MESSAGE_LENGTH / 4, 0);
    return new TextDecoder().decode(this.text.slice(0, length));
  }
}

export function threadsOf(ticket: number): number {
  return ticket & 255;
}
