import { parentPort, workerData } from "node:worker_threads";
import { serve, type ThreadStart } from "../kernels/serve.js";

const waiting: ((module: WebAssembly.Module) => void)[] = [];
const arrived: WebAssembly.Module[] = [];

parentPort?.on("message", (module: WebAssembly.Module) => {
  const take = waiting.shift();
  if (take) take(module);
  else arrived.push(module);
});

void serve(
  workerData as ThreadStart,
  async () => arrived.shift() ?? new Promise<WebAssembly.Module>((resolve) => waiting.push(resolve)),
  () => parentPort?.postMessage("started"),
);
