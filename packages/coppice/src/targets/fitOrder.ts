import { CoppiceError } from "../base/errors.js";
import { kernelsUsable } from "../kernels/support.js";
import type { Checkpoints } from "../learn/ensemble/checkpoint.js";
import type { OnProgress, RunningFigure } from "../learn/learner.js";
import type { Model } from "../model/model.js";
import type { Table } from "../table/table.js";
import { errorOf, type Failure, failureOf } from "./failure.js";
import type { Heard, LearnerChoice, LearnerModule } from "./fitRequest.js";
import { fromMessage, type ModelMessage, toMessage } from "./modelMessage.js";
import { isModule } from "./ownLearner.js";
import type { FitSpec } from "./trial.js";

/** A fit as plain data, as it is sent to a worker. */
export interface FitOrder {
  readonly table: Table;
  readonly spec: Omit<FitSpec, "learner">;
  readonly learner: string | LearnerModule;
  readonly kernels: boolean;
  readonly threads?: number;
  /** The folder with the files of threads, as a text. */
  readonly workers?: string;
  readonly checkpoint?: Omit<Checkpoints, "write"> & { readonly writes: boolean };
}

/** What the worker says meanwhile and at the end. Errors cross threads as data. */
export type FitReply =
  | { readonly share: number; readonly figure?: RunningFigure }
  | { readonly checkpoint: string }
  | { readonly message: ModelMessage }
  | Failure;

/** What the worker is told when a checkpoint has been written. */
export const WRITTEN = "written";

type Ordered = Pick<FitOrder, "table" | "spec" | "threads" | "workers">;

export function fitOrder(ordered: Ordered, learner: LearnerChoice, { checkpoint }: Heard): FitOrder {
  const { write, ...kept } = checkpoint ?? {};
  return {
    ...ordered,
    // A URL cannot be sent.
    learner: isModule(learner) ? { ...learner, module: String(learner.module) } : (learner as string),
    kernels: kernelsUsable(),
    ...(checkpoint && { checkpoint: { ...kept, writes: write !== undefined } }),
  };
}

/** The worker of a fit as its owner sees it, in Node and in a page alike. */
export interface FitWorkerHandle {
  send(message: unknown): void;
  /** Once: what to do with its replies, and when it ends by itself. */
  listen(said: (reply: FitReply) => void, died: (why: string) => void): void;
  end(): Promise<unknown>;
}

/** Hears a worker out: its model, or what it failed of. The worker is ended in any case. */
export async function followFit(worker: FitWorkerHandle, heard: Heard): Promise<Model> {
  const { signal, onProgress, checkpoint } = heard;
  let abort = () => {};
  try {
    return await new Promise<Model>((resolve, reject) => {
      abort = () => reject(stopped());
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      const hear = async (reply: FitReply) => {
        if ("share" in reply) onProgress?.(reply.share, reply.figure);
        else if ("message" in reply) resolve(fromMessage(reply.message));
        else if ("checkpoint" in reply) {
          await checkpoint?.write?.(reply.checkpoint);
          worker.send(WRITTEN);
        } else reject(errorOf(reply));
      };
      worker.listen(
        (reply) => void hear(reply).catch(reject),
        (why) => reject(new CoppiceError("THREAD_DIED", `the worker ended before its work was done: ${why}`)),
      );
    });
  } finally {
    signal?.removeEventListener("abort", abort);
    await worker.end();
  }
}

export function stopped(): CoppiceError {
  return new CoppiceError("ABORTED", "learning was stopped");
}

/** The owner of a fit as its worker sees it. */
export interface FitOwner {
  say(reply: FitReply): void;
  /** Resolves with the owner's next message. */
  heard(): Promise<unknown>;
}

/** A message for each hundredth of the work. */
const STEP = 0.01;

/** A host's way to learn what is ordered. */
export type Fitted = (order: FitOrder, heard: Omit<Heard, "signal">) => Promise<Model>;

/** Does an order in a worker. */
export async function serveFit(order: FitOrder, owner: FitOwner, fitted: Fitted): Promise<void> {
  try {
    const model = await fitted(order, { onProgress: inSteps(owner), ...checkpointOf(order, owner) });
    owner.say({ message: toMessage(model) });
  } catch (error) {
    owner.say(failureOf(error));
  }
}

function inSteps({ say }: FitOwner): OnProgress {
  let told = 0;
  return (share, figure) => {
    if (share < told + STEP) return;
    told = share;
    say({ share, ...(figure && { figure }) });
  };
}

function checkpointOf({ checkpoint }: FitOrder, { say, heard }: FitOwner): { checkpoint?: Checkpoints } {
  if (checkpoint === undefined) return {};
  const { writes, ...kept } = checkpoint;
  const write = async (text: string) => {
    const written = heard();
    say({ checkpoint: text });
    await written;
  };
  return { checkpoint: { ...kept, ...(writes && { write }) } };
}
