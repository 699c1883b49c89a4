/** What a request gets besides its arguments. */
export interface Hooks {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

type Exchange = { args: unknown; result: unknown };

/** A function for each request of `R`. */
export type Handlers<R extends Record<keyof R, Exchange>> = {
  readonly [N in keyof R]: (args: R[N]["args"], hooks: Hooks) => Promise<R[N]["result"]> | R[N]["result"];
};
