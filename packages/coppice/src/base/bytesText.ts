/** Powers of 1024, by their usual letters. */
export const BYTE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 2 ** 10,
  mb: 2 ** 20,
  gb: 2 ** 30,
  tb: 2 ** 40,
};

/** For people, in the largest unit of which there is one. */
export function bytesText(bytes: number): string {
  const [unit, size] = Object.entries(BYTE_UNITS).findLast(([, one]) => bytes >= one) ?? ["b", 1];
  return `${Math.round((10 * bytes) / size) / 10}${unit}`;
}
