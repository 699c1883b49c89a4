/** Which kernels ran and which of their functions were called, seen where the host makes them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Replaces the host's constructors, so it must run before the product makes a kernel. `known`: the folder with the kernels'
 * modules, each named for its kernel. Returns a function that gives what was called since it was last asked, as
 * `forest(growMembers judge) sort(sortColumn)`, sorted; empty if no kernel ran.
 */
export function watchKernels(known) {
  const { Module, Instance } = WebAssembly;
  const names = new WeakMap();
  const called = new Map();
  const modules = modulesIn(known);
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [bytes]) {
      const module = new target(bytes);
      names.set(module, nameOf(modules, new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0)));
      return module;
    },
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      const kernel = names.get(module) ?? "unknown";
      return { exports: watched(new target(module, imports).exports, kernel, called) };
    },
  });
  return () => {
    const text = Array.from(called, ([kernel, functions]) => `${kernel}(${[...functions].sort().join(" ")})`);
    called.clear();
    return text.sort().join(" ");
  };
}

/** Teams number the functions of a kernel, so their order stays. */
function watched(exports, kernel, called) {
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => {
      if (typeof value !== "function") return [name, value];
      const watchedFunction = (...args) => {
        let functions = called.get(kernel);
        if (functions === undefined) {
          functions = new Set();
          called.set(kernel, functions);
        }
        functions.add(name);
        return value(...args);
      };
      return [name, watchedFunction];
    }),
  );
}

function modulesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => ({ name: file.slice(0, -".wasm".length), bytes: readFileSync(join(folder, file)) }));
}

/** For shared memory one byte of a module differs. */
function nameOf(modules, bytes) {
  const found = modules.find((one) => one.bytes.length === bytes.length && differing(one.bytes, bytes) <= 1);
  return found?.name ?? `unknown${bytes.length}`;
}

function differing(a, b) {
  let count = 0;
  for (let i = 0; i < a.length && count < 2; i++) if (a[i] !== b[i]) count++;
  return count;
}
