import type { FromWorker, RequestName, ToWorker } from "./exchange.js";
import { faultOf } from "./fault.js";
import { session } from "./session.js";

/** The studio's worker: reads, learns and predicts, so that the page only draws. */
const handlers = session(new URL("./", self.location.href).href);
const running = new Map<number, AbortController>();
/** These change the table or the model, and so wait for each other; the others only read, and answer at once. */
const CHANGES: ReadonlySet<RequestName> = new Set(["open", "openModel", "fit", "prune", "edit"]);
let last: Promise<void> = Promise.resolve();

const post = (message: FromWorker) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("cancel" in data) {
    running.get(data.cancel)?.abort();
    return;
  }
  const stop = new AbortController();
  running.set(data.id, stop);
  const run = () => answer(data.id, data.name, data.args, stop.signal);
  if (CHANGES.has(data.name)) last = last.then(run);
  else void run();
};

async function answer(id: number, name: RequestName, args: unknown, signal: AbortSignal): Promise<void> {
  try {
    if (signal.aborted) throw new DOMException("stopped", "AbortError");
    let told = 0;
    const onProgress = (done: number) => {
      if (done - told < 0.01 && done < 1) return;
      told = done;
      post({ id, done });
    };
    const handle = handlers[name] as (args: unknown, hooks: unknown) => unknown;
    post({ id, result: await handle(args, { signal, onProgress }) });
  } catch (error) {
    post({ id, fault: signal.aborted ? { code: "ABORTED", message: "stopped" } : faultOf(error) });
  } finally {
    running.delete(id);
  }
}

post({ ready: true });
