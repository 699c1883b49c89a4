import { rowsText } from "../base/text.js";
import type { LessonRule } from "../work/lessonTypes.js";

export function RuleList({ rules }: { readonly rules: readonly LessonRule[] }) {
  return (
    <ol className="lesson-rules">
      {rules.map((rule) => (
        <li key={`${rule.if.join()} ${rule.then}`}>
          <span>{rule.if.length === 0 ? "otherwise" : `if ${rule.if.join(" and ")}`}</span>{" "}
          <b>then {rule.then}</b> <span className="muted small-text">{rowsText(rule.support)}</span>
        </li>
      ))}
    </ol>
  );
}
