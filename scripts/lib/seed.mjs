import { quietly } from "./steps.mjs";

/**
 * The seed of the examples that properties draw: COPPICE_SEED, or one that belongs to the commit, so that a commit passes
 * or fails each time and the next one is tried on other examples. Undefined where there is no git.
 */
export async function seedOfTests() {
  if (process.env.COPPICE_SEED) return process.env.COPPICE_SEED;
  const { code, stdout } = await quietly(["git", "rev-parse", "--verify", "--short=7", "HEAD^{tree}"]);
  return code === 0 ? String(Number.parseInt(stdout.trim().slice(0, 7), 16)) : undefined;
}
