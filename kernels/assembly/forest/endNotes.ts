import { nearEntries } from "./keyCuts";

// The entries of a node with the least and the greatest key of an attribute: a cut is drawn between their cells.

/** Where the addresses of noted entries (u32), which begin at `nearEntries`, end. */
export let endNotes: usize = 0;

@inline
export function startEnds(): void {
  endNotes = nearEntries;
}

@inline
export function noteEnd(entry: usize): void {
  store<u32>(endNotes, <u32>entry);
  endNotes += 4;
}
