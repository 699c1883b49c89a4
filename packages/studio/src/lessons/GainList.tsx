import type { LessonAnswer } from "../work/lessonTypes.js";
import { three } from "./lesson.js";

/** Gains as bars, best first. */
export function GainList({
  answer,
  of,
}: {
  readonly answer: LessonAnswer;
  readonly of: "candidates" | "conditions";
}) {
  const rows =
    of === "candidates"
      ? (answer.candidates ?? []).map(({ attribute, gain }) => ({ name: attribute, gain, note: "" }))
      : (answer.covers?.conditions ?? []).map(({ attribute, level, gain, hits, total }) => ({
          name: `${attribute} = ${level}`,
          gain,
          note: `${hits} of ${total}`,
        }));
  const most = Math.max(...rows.map(({ gain }) => gain));
  return (
    <ol className="contest">
      {rows.map(({ name, gain, note }, i) => (
        <li key={name} className={i === 0 ? "best" : ""} data-gain={gain}>
          <span className="text">
            {name} {note && <span className="muted small-text">{note}</span>}
          </span>
          <span className="figure">{three(gain).replace("-", "−")}</span>
          <span className="meter" aria-hidden="true">
            <span style={{ width: `${(100 * Math.max(0, gain)) / (most || 1)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
