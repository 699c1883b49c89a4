import type { NumericProfile } from "coppice/edit";
import { memo, useEffect, useMemo, useState } from "react";
import { brief } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { MiniBars } from "../ui/MiniBars.js";
import type { Bars, TreeView } from "../work/protocol.js";
import type { ProfileAnswer } from "../work/requests/edit.js";
import { DraftFigures } from "./DraftFigures.js";
import { draftOf } from "./draft.js";
import { ghostOf } from "./ghost.js";

interface Props {
  readonly tree: TreeView;
  readonly node: number;
  readonly bars: Bars;
  readonly threshold: number;
  readonly answer: ProfileAnswer | undefined;
  /** The branch of rows without a value, if it was set by hand. */
  readonly missingTo?: number | undefined;
}

const HEIGHT = 72;
const CURVE = 30;

/** The threshold on the distribution of its attribute: drag it, or move it by keys; what the branches would be follows. */
export function ThresholdSlider({ tree, node, bars, threshold, answer, missingTo }: Props) {
  const studio = useStudio();
  const profile = answer?.profile.kind === "numeric" ? answer.profile : undefined;
  const judged = answer?.judged;
  const [draft, setDraft] = useState<number>();
  const at = draft ?? threshold;
  const { from = 0, to = 1 } = bars;
  const now = useMemo(
    () => profile && draftOf(profile, judged, { threshold }, missingTo),
    [profile, judged, threshold, missingTo],
  );
  const found = useMemo(() => {
    if (profile === undefined || draft === undefined) return undefined;
    const drafted = draftOf(profile, judged, { threshold: draft }, missingTo);
    const edges = [`≤ ${brief(draft)}`, `> ${brief(draft)}`];
    return { drafted, ghost: ghostOf(node, profile, judged, drafted, now, edges, tree.target) };
  }, [profile, judged, draft, missingTo, now, node, tree]);
  useEffect(() => {
    studio.editing.consider(found?.ghost);
  }, [studio, found]);
  useEffect(() => () => studio.editing.consider(), [studio]);
  const apply = (value: number | undefined) => {
    if (value !== undefined && value !== threshold) {
      void studio.editing.apply({ kind: "threshold", node: studio.editing.pathOf(node), threshold: value });
    }
    setDraft(undefined);
  };
  const drag = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    const value = from + share * (to - from);
    setDraft(event.altKey || !profile ? value : snapped(profile, value));
  };
  const keys = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[
      event.key
    ];
    if (step !== undefined && profile) {
      // A hundredth of the range, wherever that is, with Alt.
      const free = Math.max(from, Math.min(to, at + (step * (to - from)) / 100));
      setDraft(event.altKey ? free : stepped(profile, at, step));
    } else if (event.key === "Enter") apply(draft);
    else if (event.key === "Escape") setDraft(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = tree.attributes[tree.attribute[node]];
  const left = `${(100 * (at - from)) / (to - from || 1)}%`;
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
        onPointerCancel={() => setDraft(undefined)}
      >
        <div className="gains-strip">{profile && <GainCurve {...{ profile, from, to }} />}</div>
        <MiniBars
          bars={bars}
          height={HEIGHT}
          colours={bars.groups > 1 ? tree.target.groupColours : ["var(--strong)"]}
          label={`${name} among the rows of the node`}
        />
        <span className="rule" style={{ left }} />
        <span className="knob" style={{ left }} />
      </div>
      <p className="muted small-text" data-threshold>
        {draft === undefined
          ? `Drag ${brief(at)}, or use the arrow keys and Enter; Alt frees it. Above: the gain.`
          : `≤ ${brief(at)}`}
      </p>
      {found && (
        <DraftFigures {...{ tree }} ghost={found.ghost} gain={found.drafted.gain} gainNow={now?.gain} />
      )}
    </>
  );
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
  let [below, above] = [place - 1, place];
  while (below >= 0 && allowed[below] === 0) below--;
  while (above < thresholds.length && allowed[above] === 0) above++;
  if (below < 0) return above < thresholds.length ? thresholds[above] : value;
  if (above >= thresholds.length) return thresholds[below];
  return value - thresholds[below] <= thresholds[above] - value ? thresholds[below] : thresholds[above];
}

/** The threshold that the learner could choose this many steps on; the last one if there are fewer. */
export function stepped(profile: NumericProfile, from: number, steps: number): number {
  const { thresholds, allowed } = profile;
  const way = Math.sign(steps);
  const place = placeOf(profile, from);
  let best = from;
  let left = Math.abs(steps);
  for (let i = way > 0 ? place : place - 1; i >= 0 && i < thresholds.length && left > 0; i += way) {
    if (allowed[i] === 0 || thresholds[i] === from) continue;
    best = thresholds[i];
    left--;
  }
  return best;
}

const MOST_POINTS = 400;

interface CurveProps {
  readonly profile: NumericProfile;
  readonly from: number;
  readonly to: number;
}

/** The gain at every threshold; of many, the greatest of each stretch. Drawn once: it does not change while one drags. */
const GainCurve = memo(function GainCurve({ profile, from, to }: CurveProps) {
  const { thresholds, gains } = profile;
  const every = Math.max(1, Math.ceil(thresholds.length / MOST_POINTS));
  let most = 0;
  for (const gain of gains) if (gain > most) most = gain;
  const points: string[] = [];
  for (let i = 0; i < thresholds.length; i += every) {
    let best = i;
    for (let j = i; j < Math.min(i + every, thresholds.length); j++) if (gains[j] > gains[best]) best = j;
    const x = ((thresholds[best] - from) / (to - from || 1)) * 240;
    points.push(`${x.toFixed(1)},${(CURVE - 1 - (gains[best] / (most || 1)) * (CURVE - 3)).toFixed(1)}`);
  }
  return (
    <svg className="gains" viewBox={`0 0 240 ${CURVE}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} fill="none" stroke="var(--accent)" strokeWidth="1.2" />
    </svg>
  );
});
