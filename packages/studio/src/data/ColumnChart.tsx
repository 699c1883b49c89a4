import { useEffect, useMemo, useState } from "react";
import { useStudio } from "../state/context.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { Bars } from "../work/protocol.js";

interface Props {
  readonly name: string;
  readonly target: string;
  readonly colours: readonly string[];
  readonly label: string;
}

/** The distribution of a column, large. */
export function ColumnChart({ name, target, colours, label }: Props) {
  const bars = useBars(name, target);
  const options = useMemo(() => (bars === undefined ? undefined : barChart(bars, colours)), [bars, colours]);
  if (options === undefined) return <div style={{ height: 220 }} />;
  return <Chart label={label} height={220} options={options} />;
}

function useBars(name: string, target: string): Bars | undefined {
  const studio = useStudio();
  const [bars, setBars] = useState<Bars>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("column", { name, target }).then(
      (found) => isWanted && setBars(found),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, name, target]);
  return bars;
}

function barChart(bars: Bars, colours: readonly string[]): ChartOptions {
  const { counts, groups, from = 0, to = 1, levels, others } = bars;
  const names = levels && others !== undefined ? [...levels, `${others} others`] : levels;
  const wide = (to - from) / bars.bars || 1;
  const parts = Array.from(counts, (count, at) => {
    const bar = Math.floor(at / groups);
    const colour = colours[at % groups] ?? "var(--strong)";
    return { x1: from + bar * wide, x2: from + (bar + 1) * wide, level: names?.[bar] ?? "", count, colour };
  }).filter(({ count }) => count > 0);
  return (plot) => ({
    ...{ marginLeft: 56, marginBottom: 36 },
    y: { label: "↑ rows", grid: true },
    x: names ? { domain: names, label: null, padding: 0.25 } : { label: null },
    marks: [
      names
        ? plot.barY(parts, plot.stackY({ x: "level", y: "count", fill: "colour" }))
        : plot.rectY(parts, plot.stackY({ x1: "x1", x2: "x2", y: "count", fill: "colour", insetRight: 1 })),
      plot.ruleY([0]),
    ],
  });
}
