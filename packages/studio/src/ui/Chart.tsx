import { useEffect, useRef } from "react";

type Plot = typeof import("@observablehq/plot");
export type ChartOptions = (plot: Plot, width: number) => Parameters<Plot["plot"]>[0];

interface Props {
  readonly label: string;
  readonly height: number;
  /** Must be the same function while nothing changed. */
  readonly options: ChartOptions;
}

/** A chart by Observable Plot, which is loaded when the first one is shown. */
export function Chart({ label, height, options }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current!;
    let isWanted = true;
    let last = 0;
    const draw = async () => {
      const plot = await import("@observablehq/plot");
      const width = element.clientWidth;
      if (!isWanted || width === 0 || width === last) return;
      last = width;
      const chart = plot.plot({ className: "plot", width, height, ...options(plot, width) });
      // Its own style element would be blocked by the page's policy; the page's style sheet has these rules.
      for (const style of chart.querySelectorAll("style")) style.remove();
      chart.setAttribute("aria-hidden", "true");
      element.replaceChildren(chart);
    };
    const watch = new ResizeObserver(() => void draw());
    watch.observe(element);
    return () => {
      isWanted = false;
      watch.disconnect();
    };
  }, [options, height]);
  return (
    <figure ref={box} className="figure-box" role="img" aria-label={label} style={{ minHeight: height }} />
  );
}
