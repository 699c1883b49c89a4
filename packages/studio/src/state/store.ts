import { useSyncExternalStore } from "react";

/** Plain data that changes by whole values; readers are told of every change. */
export class Store<S extends object> {
  private readonly listeners = new Set<() => void>();

  constructor(private state: S) {}

  readonly get = (): S => this.state;

  readonly set = (change: Partial<S>): void => {
    this.state = { ...this.state, ...change };
    for (const listen of this.listeners) listen();
  };

  readonly subscribe = (listen: () => void): (() => void) => {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  };
}

/** A part of the state; `pick` must return the same value while nothing changed. */
export function useStore<S extends object, T>(store: Store<S>, pick: (state: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}
