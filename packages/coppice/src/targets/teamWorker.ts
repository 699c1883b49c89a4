import { parentPort, workerData } from "node:worker_threads";
import { ModuleQueue } from "../kernels/moduleQueue.js";
import { serve, type ThreadStart } from "../kernels/serve.js";
import type { TableShape } from "../table/tableShape.js";

const modules = new ModuleQueue();
parentPort?.on("message", (module: WebAssembly.Module) => modules.add(module));
void start(workerData as ThreadStart & { readonly shape?: TableShape });

async function start({ shape, ...given }: ThreadStart & { readonly shape?: TableShape }): Promise<void> {
  // Loaded on request: it is many times as large as the rest.
  if (shape) (await import("./warmUp.js")).warmUp(shape);
  await serve(given, modules, () => parentPort?.postMessage("started"));
}
