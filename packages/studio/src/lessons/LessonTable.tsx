import type { LessonAnswer } from "../work/lessonTypes.js";

interface Props {
  readonly answer: LessonAnswer;
  /** The rows that the step is about; all if absent. */
  readonly lit: readonly number[] | undefined;
}

/** The table of the lesson; rows that the step is not about are pale. */
export function LessonTable({ answer, lit }: Props) {
  const { page } = answer;
  const isLit = new Set(lit);
  const isAbout = isLit.size > 0 && isLit.size < page.rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap lesson-table" aria-label="The table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>row</th>
            {page.columns.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map(({ row, cells }) => (
            <tr key={row} className={!isAbout ? "" : isLit.has(row) ? "lit" : "pale"}>
              <td>{row + 1}</td>
              {cells.map((cell, i) => (
                <td key={page.columns[i]}>{cell ?? <span className="missing">missing</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
