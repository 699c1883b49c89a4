import { brief } from "../base/text.js";
import type { Bars } from "../work/protocol.js";

interface Props {
  readonly bars: Bars;
  readonly colours: readonly string[];
  /** What it is a distribution of, for people who do not see it. */
  readonly label: string;
  readonly threshold?: number;
  readonly height?: number;
}

const WIDTH = 240;

/** A small histogram; bars are stacked by group. */
export function MiniBars({ bars, colours, label, threshold, height = 40 }: Props) {
  const { counts, groups, from, to } = bars;
  const totals = Array.from({ length: bars.bars }, (_, b) => sumOf(counts, b * groups, groups));
  const most = Math.max(1, ...totals);
  const slot = WIDTH / bars.bars;
  const gap = bars.levels ? Math.min(4, slot * 0.15) : 1;
  const at =
    threshold === undefined || from === undefined || to === undefined
      ? undefined
      : ((threshold - from) / (to - from || 1)) * WIDTH;
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      style={{ height }}
    >
      {totals
        .flatMap((_, b) => stack(b))
        .map(({ key, rect }) => (
          <rect key={key} {...rect} />
        ))}
      {at !== undefined && <rect x={at - 0.8} y={0} width={1.6} height={height} fill="var(--accent)" />}
    </svg>
  );

  function stack(b: number) {
    let base = height;
    return Array.from({ length: groups }, (_, group) => {
      const tall = (counts[b * groups + group] / most) * (height - 1);
      base -= tall;
      const fill = colours[group] ?? "var(--strong)";
      return {
        key: `${b}-${group}`,
        rect: { x: b * slot, y: base, width: Math.max(0.5, slot - gap), height: tall, fill },
      };
    }).filter(({ rect }) => rect.height > 0);
  }
}

function sumOf(counts: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let i = from; i < from + length; i++) sum += counts[i];
  return sum;
}

/** What the bars range over, in words. */
export function rangeText({ from, to, levels, others }: Bars): string {
  if (levels === undefined) return `${brief(from ?? 0)} to ${brief(to ?? 0)}`;
  const more = others === undefined ? "" : ` and ${others} more`;
  return `${levels.slice(0, 3).join(", ")}${levels.length > 3 && !more ? ", …" : more}`;
}
