import type { Warning } from "coppice";
import { shown } from "../base/text.js";
import { useStudio } from "../state/context.js";
import { repairOf } from "../state/repair.js";

/** What the library found in the table, each with what can be done about it. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const studio = useStudio();
  if (warnings.length === 0) return null;
  return (
    <section className="card stack" aria-label="Warnings">
      <h2>{warnings.length === 1 ? "One thing to know" : `${warnings.length} things to know`}</h2>
      <ul className="warnings">
        {warnings.map((warning) => {
          const repair = repairOf(warning);
          return (
            <li key={`${warning.code} ${warning.column ?? ""} ${warning.message.slice(0, 40)}`}>
              <span>
                <bdi>{shown(warning.message, 400)}</bdi>
              </span>
              {repair && (
                <button type="button" className="small" onClick={() => void studio.repair(repair)}>
                  {repair.label}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
