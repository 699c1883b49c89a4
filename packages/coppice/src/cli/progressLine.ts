/** What is said after the bar, each if it is known. */
export interface LineParts {
  readonly rows?: string | undefined;
  readonly step?: string | undefined;
  readonly rate?: string | undefined;
  readonly figure?: string | undefined;
  readonly left?: string | undefined;
}

const AS_SHOWN = ["rows", "step", "rate", "figure", "left"] as const;
/** What there is no room for is left out whole. */
const BY_IMPORTANCE = ["step", "rows", "rate", "left", "figure"] as const;

const LONGEST_BAR = 24;
/** A narrow terminal has more to say than a bar does. */
const BAR_SHARE = 8;

/** A line that fits the terminal; its last column stays free, since some terminals go on to the next line there. */
export function progressLine(label: string, share: number, parts: LineParts, width: number): string {
  const length = Math.min(LONGEST_BAR, Math.floor(width / BAR_SHARE));
  const full = Math.round(share * length);
  const bar = "\u2588".repeat(full) + "\u2591".repeat(length - full);
  const head = `${label} ${bar} ${Math.floor(share * 100)}%`;
  let room = width - 1 - head.length;
  const shown = new Set<keyof LineParts>();
  for (const name of BY_IMPORTANCE) {
    const taken = (parts[name]?.length ?? Number.POSITIVE_INFINITY) + 2;
    if (taken > room) continue;
    room -= taken;
    shown.add(name);
  }
  return [head, ...AS_SHOWN.filter((name) => shown.has(name)).map((name) => parts[name])].join(", ");
}
