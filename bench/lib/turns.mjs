// The arithmetic of two builds measured by turns. Tested in packages/coppice/test/turns.test.ts.

/** How many times as long the new build may take: over all cases of a kernel, and in a single one. */
export const MOST_KERNEL = 1.03;
export const MOST_CASE = 1.08;

/** Who runs when, so that neither build is always the first: old, new, new, old, as often as asked. */
export function turns(repeats) {
  return Array.from({ length: repeats }, () => ["old", "new", "new", "old"]).flat();
}

/**
 * The minimum of each side, since what else runs only adds time; per kernel the geometric mean of its cases, so that long
 * cases do not hide short ones.
 */
export function judge(readings) {
  const cases = readings.map((reading) => {
    const [before, now] = [Math.min(...reading.old), Math.min(...reading.new)];
    const ratio = now / before;
    return { ...reading, before, now, ratio, isSlow: ratio > MOST_CASE };
  });
  const names = [...new Set(cases.map(({ kernel }) => kernel))];
  const kernels = names.map((kernel) => {
    const ratios = cases.filter((one) => one.kernel === kernel).map(({ ratio }) => ratio);
    const ratio = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
    return { kernel, ratio, isSlow: ratio > MOST_KERNEL };
  });
  return { cases, kernels, isSlow: [...cases, ...kernels].some(({ isSlow }) => isSlow) };
}

/** The readings that decide whether something is slow: more turns can only show that it is not. */
export function doubtful(readings) {
  const { cases, kernels } = judge(readings);
  const slow = new Set(kernels.filter(({ isSlow }) => isSlow).map(({ kernel }) => kernel));
  return readings.filter((_, i) => cases[i].isSlow || slow.has(cases[i].kernel));
}
