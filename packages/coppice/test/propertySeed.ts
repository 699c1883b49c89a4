/*
 * Set-up of every test file. Properties draw other examples in each run, unless COPPICE_SEED names a seed: CI gives one that
 * belongs to the commit, so that a commit passes or fails each time, and the next one is tried on other examples.
 */
const seed = process.env.COPPICE_SEED;
if (seed !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(seed) });
}
