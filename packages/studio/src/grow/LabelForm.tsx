import { useState } from "react";
import { brief } from "../base/text.js";
import { useStudio } from "../state/context.js";
import type { TreeView } from "../work/protocol.js";

/** What a leaf answers, set by hand: its counts stay those of its rows. */
export function LabelForm({ tree, node }: { readonly tree: TreeView; readonly node: number }) {
  const studio = useStudio();
  const isClass = tree.task === "classification";
  const now = isClass ? String(tree.answer[node]) : brief(tree.answer[node]);
  const [given, setGiven] = useState<string>();
  const value = given ?? now;
  const label = isClass ? tree.target.levels[Number(value)] : Number(value.replaceAll(",", ""));
  const isNew = value !== now && (isClass || Number.isFinite(label));
  const set = () => {
    if (!isNew) return;
    void studio.editing.apply({ kind: "label", node: studio.editing.pathOf(node), label });
    setGiven(undefined);
  };
  return (
    <form
      className="label-form"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <label htmlFor="label">This leaf answers</label>
      {isClass ? (
        <select id="label" data-label value={value} onChange={(event) => setGiven(event.target.value)}>
          {tree.target.classes.map((name, code) => (
            <option key={tree.target.levels[code]} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          id="label"
          data-label
          inputMode="decimal"
          value={value}
          onChange={(event) => setGiven(event.target.value)}
        />
      )}
      <button type="submit" className="small" disabled={!isNew}>
        Set
      </button>
    </form>
  );
}
