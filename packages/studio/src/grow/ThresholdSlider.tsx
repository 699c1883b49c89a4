import { type NumericProfile, profileCut } from "coppice/edit";
import { useEffect, useState } from "react";
import { brief, rowsText } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { MiniBars } from "../ui/MiniBars.js";
import type { Bars, TreeView } from "../work/protocol.js";

interface Props {
  readonly tree: TreeView;
  readonly node: number;
  readonly bars: Bars;
  readonly threshold: number;
}

const HEIGHT = 72;

/** The threshold on the distribution of its attribute: drag it, or move it by keys; what the branches would be follows. */
export function ThresholdSlider({ tree, node, bars, threshold }: Props) {
  const studio = useStudio();
  const profile = useProfile(tree, node);
  const [draft, setDraft] = useState<number>();
  const at = draft ?? threshold;
  const { from = 0, to = 1 } = bars;
  const apply = (value: number | undefined) => {
    if (value !== undefined && value !== threshold) {
      void studio.editing.apply({ kind: "threshold", node: studio.editing.pathOf(node), threshold: value });
    }
    setDraft(undefined);
  };
  const drag = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const value = from + ((event.clientX - box.left) / box.width) * (to - from);
    setDraft(event.altKey || !profile ? value : snapped(profile, value));
  };
  const keys = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[
      event.key
    ];
    if (step !== undefined && profile) setDraft(stepped(profile, at, step));
    else if (event.key === "Enter") apply(draft);
    else if (event.key === "Escape") setDraft(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = tree.attributes[tree.attribute[node]];
  return (
    <>
      <div
        className="threshold"
        role="slider"
        tabIndex={0}
        aria-label={`Threshold of ${name}`}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={at}
        aria-valuetext={`${name} ≤ ${brief(at)}`}
        onKeyDown={keys}
        onBlur={() => setDraft(undefined)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && drag(event)}
        onPointerUp={() => apply(draft)}
      >
        <MiniBars
          bars={bars}
          height={HEIGHT}
          colours={bars.groups > 1 ? tree.target.groupColours : ["var(--strong)"]}
          label={`${name} among the rows of the node`}
          threshold={at}
        />
        {profile && <GainCurve {...{ profile, from, to }} />}
        <span className="knob" style={{ left: `${(100 * (at - from)) / (to - from || 1)}%` }} />
      </div>
      <p className="muted small-text" data-threshold>
        {draft === undefined ? `Drag ${brief(at)}, or use the arrow keys and Enter` : `≤ ${brief(at)}`}
      </p>
      {profile && draft !== undefined && <Branches {...{ tree, profile }} at={draft} threshold={threshold} />}
    </>
  );
}

function useProfile(tree: TreeView, node: number): NumericProfile | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ tree: TreeView; node: number; profile: NumericProfile }>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("profile", { node, attribute: tree.names[tree.attribute[node]] }).then(
      (profile) => isWanted && profile.kind === "numeric" && setFound({ tree, node, profile }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, tree, node]);
  return found?.tree === tree && found.node === node ? found.profile : undefined;
}

/** The place of the first threshold that is not below the value. */
function placeOf({ thresholds }: NumericProfile, value: number): number {
  let [low, high] = [0, thresholds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest threshold that the learner could choose. */
export function snapped(profile: NumericProfile, value: number): number {
  const { thresholds, allowed } = profile;
  const place = placeOf(profile, value);
  let best = -1;
  for (let away = 0; away <= thresholds.length && best < 0; away++) {
    const both = [place - away, place + away].filter(
      (i) => i >= 0 && i < thresholds.length && allowed[i] === 1,
    );
    for (const i of both) {
      if (best < 0 || Math.abs(thresholds[i] - value) < Math.abs(thresholds[best] - value)) best = i;
    }
  }
  return best < 0 ? value : thresholds[best];
}

/** The threshold this many steps on. */
function stepped(profile: NumericProfile, from: number, step: number): number {
  const { thresholds, allowed } = profile;
  const open = Array.from(thresholds, (_, i) => i).filter((i) => allowed[i] === 1);
  const at = open.findIndex((i) => thresholds[i] >= from);
  const next = Math.max(0, Math.min(open.length - 1, (at < 0 ? open.length : at) + step));
  return open.length === 0 ? from : thresholds[open[next]];
}

const MOST_POINTS = 400;

function GainCurve({
  profile,
  from,
  to,
}: {
  readonly profile: NumericProfile;
  readonly from: number;
  readonly to: number;
}) {
  const { thresholds, gains } = profile;
  const every = Math.max(1, Math.ceil(thresholds.length / MOST_POINTS));
  let most = 0;
  for (const gain of gains) if (gain > most) most = gain;
  const points: string[] = [];
  for (let i = 0; i < thresholds.length; i += every) {
    const x = ((thresholds[i] - from) / (to - from || 1)) * 240;
    points.push(`${x.toFixed(1)},${(HEIGHT - (gains[i] / (most || 1)) * (HEIGHT - 6)).toFixed(1)}`);
  }
  return (
    <svg className="gains" viewBox={`0 0 240 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} fill="none" stroke="var(--accent)" strokeWidth="1.2" />
    </svg>
  );
}

interface BranchesProps {
  readonly tree: TreeView;
  readonly profile: NumericProfile;
  readonly at: number;
  readonly threshold: number;
}

/** Both branches as they would be, and what the test would gain. */
function Branches({ tree, profile, at, threshold }: BranchesProps) {
  const cut = profileCut(profile, { threshold: at });
  const now = profileCut(profile, { threshold });
  const change = (cut.gain ?? 0) - (now.gain ?? 0);
  const weightOf = (sums: Float64Array) =>
    profile.statistic === "classes" ? sums.reduce((sum, weight) => sum + weight, 0) : sums[0];
  return (
    <div className="ghosts" data-branches>
      {[cut.left, cut.right].map((sums, i) => (
        <span className="ghost" key={i === 0 ? "left" : "right"}>
          <span className="ghost-bar" aria-hidden="true">
            {profile.statistic === "classes" &&
              [...sums].map((weight, code) => (
                <span
                  key={tree.target.classes[code]}
                  style={{ flexGrow: weight, background: tree.target.colours[code] }}
                />
              ))}
          </span>
          {i === 0 ? "≤" : ">"} {rowsText(weightOf(sums))}
          {profile.statistic === "moments" && `, mean ${brief(sums[1] / (sums[0] || 1))}`}
        </span>
      ))}
      <span className="small-text">
        gain {brief(cut.gain ?? 0)}{" "}
        {change === 0 ? "" : change > 0 ? `▲ ${brief(change)}` : `▼ ${brief(-change)}`}
      </span>
    </div>
  );
}
