import { brief, percent } from "../base/text.js";

export type Metric = "accuracy" | "rmse" | "r2";

export function scoreText(metric: Metric, value: number): string {
  return metric === "accuracy" ? percent(value, 1) : metric === "r2" ? value.toFixed(3) : brief(value);
}

/** Whether a change is for the better: errors should fall, the others rise. */
export const isBetter = (metric: Metric, change: number) => (metric === "rmse" ? change < 0 : change > 0);

/** A change smaller than what is shown of it. */
function isNothing(metric: Metric, change: number): boolean {
  return !Number.isFinite(change) || Math.abs(change) < (metric === "rmse" ? 1e-12 : 5e-5);
}

export function changeText(metric: Metric, change: number): string {
  if (isNothing(metric, change)) return "no change";
  const size =
    metric === "accuracy" ? (Math.abs(change) * 100).toFixed(1) : scoreText(metric, Math.abs(change));
  return `${change > 0 ? "▲" : "▼"} ${size}${metric === "accuracy" ? "%" : ""}`;
}

/** A signed change: its direction by a sign, and by colour besides. */
export function Change({ metric, change }: { readonly metric: Metric; readonly change: number }) {
  const kind = isNothing(metric, change) ? "same" : isBetter(metric, change) ? "better" : "worse";
  return <span className={`change ${kind}`}>{changeText(metric, change)}</span>;
}
