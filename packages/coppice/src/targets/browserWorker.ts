import { ModuleQueue } from "../kernels/moduleQueue.js";
import { serve, type ThreadStart } from "../kernels/serve.js";

const modules = new ModuleQueue();

/** The first message contains the memory to serve, later ones contain kernels. */
self.onmessage = ({ data: start }: MessageEvent<ThreadStart>) => {
  self.onmessage = ({ data: module }: MessageEvent<WebAssembly.Module>) => modules.add(module);
  void serve(start, modules, () => self.postMessage("started"));
};
