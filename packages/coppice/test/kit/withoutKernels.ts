import { useKernels } from "../../src/kernels/support.js";

/** What TypeScript does where there are no kernels. */
export function withoutKernels<R>(work: () => R): R {
  useKernels(false);
  try {
    return work();
  } finally {
    useKernels(true);
  }
}
