import { CoppiceError } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import type { OnProgress, RunningFigure } from "../learn/learner.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { errorOf, type Failure, failureOf } from "./failure.js";
import type { FitHooks, LearnerChoice, LearnerModule } from "./fitRequest.js";
import { fromMessage, type ModelMessage, toMessage } from "./modelMessage.js";
import { isModule } from "./ownLearner.js";
import { stopped } from "./stopped.js";
import type { FitSpec } from "./trial.js";

/** A fit as plain data, as it is sent to a worker. */
export interface FitOrder {
  readonly table: Table;
  readonly spec: Omit<FitSpec, "learner">;
  /** The model to go on from, which cannot be sent as it is. */
  readonly before?: ModelMessage;
  readonly learner: string | LearnerModule;
  readonly kernels: boolean;
  readonly threads?: number;
  /** The URL of the folder with the worker files. */
  readonly workers?: string;
  readonly checkpoint?: Omit<Checkpoints, "write"> & { readonly writes: boolean };
}

/** Messages from the worker: progress, checkpoints, then the model or a failure. Errors cross threads as data. */
export type FitReply =
  | { readonly share: number; readonly figure?: RunningFigure }
  | { readonly checkpoint: string }
  | { readonly message: ModelMessage }
  | Failure;

/** The message to the worker after a checkpoint has been written. */
export const WRITTEN = "written";

type OrderParts = Pick<FitOrder, "table" | "spec" | "threads" | "workers">;

export function fitOrder(parts: OrderParts, learner: LearnerChoice, { checkpoint }: FitHooks): FitOrder {
  const { write, ...kept } = checkpoint ?? {};
  const { continueFrom, ...spec } = parts.spec;
  return {
    ...parts,
    spec,
    ...(continueFrom && { before: toMessage(continueFrom) }),
    // A URL cannot be sent.
    learner: isModule(learner) ? { ...learner, module: String(learner.module) } : (learner as string),
    kernels: kernelsUsable(),
    ...(checkpoint && { checkpoint: { ...kept, writes: write !== undefined } }),
  };
}

/** The worker of a fit as its owner sees it, in Node or in a page. */
export interface FitWorkerHandle {
  send(message: unknown): void;
  /** Called once. `onDeath`: the worker ended by itself. */
  listen(onReply: (reply: FitReply) => void, onDeath: (why: string) => void): void;
  end(): Promise<unknown>;
}

/** Follows a worker to its end: resolves with its model or rejects with its error. The worker is ended in either case. */
export async function followFit(worker: FitWorkerHandle, hooks: FitHooks): Promise<Model> {
  const { signal, onProgress, checkpoint } = hooks;
  let abort = () => {};
  try {
    return await new Promise<Model>((resolve, reject) => {
      abort = () => reject(stopped());
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      const receive = async (reply: FitReply) => {
        if ("share" in reply) onProgress?.(reply.share, reply.figure);
        else if ("message" in reply) resolve(fromMessage(reply.message));
        else if ("checkpoint" in reply) {
          await checkpoint?.write?.(reply.checkpoint);
          worker.send(WRITTEN);
        } else reject(errorOf(reply));
      };
      worker.listen(
        (reply) => void receive(reply).catch(reject),
        (why) => reject(new CoppiceError("THREAD_DIED", `the worker ended before its work was done: ${why}`)),
      );
    });
  } finally {
    signal?.removeEventListener("abort", abort);
    await worker.end();
  }
}

/** The owner of a fit as its worker sees it. */
export interface FitOwner {
  post(reply: FitReply): void;
  /** Resolves with the owner's next message. */
  nextMessage(): Promise<unknown>;
}

/** Progress is reported for each hundredth of the work. */
const STEP = 0.01;

/** How a host executes an order. */
export type FitFunction = (order: FitOrder, hooks: Omit<FitHooks, "signal">) => Promise<Model>;

/** Executes an order in a worker. */
export async function serveFit(order: FitOrder, owner: FitOwner, learn: FitFunction): Promise<void> {
  try {
    const model = await learn(received(order), {
      onProgress: throttled(owner),
      ...checkpointOf(order, owner),
    });
    owner.post({ message: toMessage(model) });
  } catch (error) {
    owner.post(failureOf(error));
  }
}

function received({ before, ...order }: FitOrder): FitOrder {
  return before ? { ...order, spec: { ...order.spec, continueFrom: fromMessage(before) } } : order;
}

function throttled({ post }: FitOwner): OnProgress {
  let reported = 0;
  return (share, figure) => {
    if (share < reported + STEP) return;
    reported = share;
    post({ share, ...(figure && { figure }) });
  };
}

function checkpointOf(
  { checkpoint }: FitOrder,
  { post, nextMessage }: FitOwner,
): { checkpoint?: Checkpoints } {
  if (checkpoint === undefined) return {};
  const { writes, ...kept } = checkpoint;
  const write = async (text: string) => {
    const written = nextMessage();
    post({ checkpoint: text });
    await written;
  };
  return { checkpoint: { ...kept, ...(writes && { write }) } };
}
