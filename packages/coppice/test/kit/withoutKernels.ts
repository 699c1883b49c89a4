import { useKernels } from "../../src/kernels/support.js";

/** What `work` returns if no kernel is used. */
export function withoutKernels<R>(work: () => R): R {
  useKernels(false);
  try {
    return work();
  } finally {
    useKernels(true);
  }
}
