import type { RowsPage } from "../work/protocol.js";

interface Props {
  readonly page: RowsPage;
  readonly label: string;
  readonly onRow?: (row: number) => void;
}

/** Some rows of the table; a row's number leads to its path. */
export function RowsTable({ page, label, onRow }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>row</th>
            {page.columns.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be equal
              <th key={i}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map(({ row, cells }) => (
            <tr key={row}>
              <td>
                {onRow ? (
                  <button type="button" className="link" onClick={() => onRow(row)}>
                    {row + 1}
                  </button>
                ) : (
                  row + 1
                )}
              </td>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no names of their own
                <td key={i}>{cell ?? <span className="muted">missing</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
