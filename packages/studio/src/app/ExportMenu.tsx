import { useMemo, useRef } from "react";
import { useStudio, useStudioState } from "../state/context.js";
import { type ExportForm, exportsOf, take } from "./exports.js";

/** Files to take home. */
export function ExportMenu() {
  const studio = useStudio();
  const menu = useRef<HTMLDetailsElement>(null);
  const kind = useStudioState((state) => state.model?.kind);
  const hasTable = useStudioState((state) => state.table !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with these
  const groups = useMemo(() => exportsOf(studio.store.get()), [studio, kind, hasTable]);
  if (kind === undefined) return null;
  const choose = async (form: ExportForm["form"]) => {
    if (menu.current) menu.current.open = false;
    await take(studio, form);
  };
  return (
    <details
      className="menu exports"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu.current?.open) return;
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary>Export</summary>
      <div className="menu-box">
        {groups.map(([group, forms]) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {forms.map(({ form, title, about }) => (
                <li key={form}>
                  <button type="button" data-export={form} onClick={() => void choose(form)}>
                    {title}
                    <span className="muted">{about}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}
