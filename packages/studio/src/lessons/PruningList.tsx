import type { LessonAnswer } from "../work/lessonTypes.js";
import { three } from "./lesson.js";

/** The nested trees of the pruning sequence. */
export function PruningList({ rows }: { readonly rows: NonNullable<LessonAnswer["pruning"]> }) {
  return (
    <table className="lesson-figures">
      <thead>
        <tr>
          <th>Divisions</th>
          <th>Errors</th>
          <th>Best from α</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ splits, cost, alpha }) => (
          <tr key={splits}>
            <td>{splits}</td>
            <td>{cost}</td>
            <td>{three(alpha)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
