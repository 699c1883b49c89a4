import { parentPort, workerData } from "node:worker_threads";
import { ModuleQueue } from "../kernels/moduleQueue.js";
import { serve, type ThreadStart } from "../kernels/serve.js";

const modules = new ModuleQueue();
parentPort?.on("message", (module: WebAssembly.Module) => modules.add(module));
void serve(workerData as ThreadStart, modules, () => parentPort?.postMessage("started"));
