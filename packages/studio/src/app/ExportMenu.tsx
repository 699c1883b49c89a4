import { useRef } from "react";
import { useStudio, useStudioState } from "../state/context.js";
import type { SavedForm } from "../work/protocol.js";

const FORMS: readonly (readonly [SavedForm, string, string])[] = [
  ["model", "Model", "JSON, for coppice predict and the library"],
  ["workbook", "Workbook", "the recipe and your edits, which coppice edit replays"],
  ["svg", "Picture", "the tree as SVG"],
  ["report", "Report", "one HTML file with the tree and its rules"],
];

/** Files to take home. */
export function ExportMenu() {
  const studio = useStudio();
  const menu = useRef<HTMLDetailsElement>(null);
  const kind = useStudioState((state) => state.model?.kind);
  const name = useStudioState((state) => state.source?.name ?? "model");
  if (kind === undefined) return null;
  const take = async (form: SavedForm) => {
    if (menu.current) menu.current.open = false;
    await studio.download(form, name);
  };
  return (
    <details className="menu" ref={menu}>
      <summary>Export</summary>
      <ul>
        {FORMS.filter(([form]) => kind === "tree" || form === "model" || form === "report").map(
          ([form, title, about]) => (
            <li key={form}>
              <button type="button" onClick={() => void take(form)}>
                {title}
                <span className="muted">{about}</span>
              </button>
            </li>
          ),
        )}
      </ul>
    </details>
  );
}
