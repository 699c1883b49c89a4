import { useState } from "react";
import { useStudio, useStudioState } from "../state/context.js";

/** A person's note on a node: kept with the model, and shown in its report. */
export function NoteForm({ node }: { readonly node: number }) {
  const studio = useStudio();
  const kept = useStudioState((state) => state.model?.notes.find((note) => note.node === node)?.text ?? "");
  const [draft, setDraft] = useState<string>();
  const text = draft ?? kept;
  const save = () => {
    if (text.trim() === kept) return;
    void studio.editing.apply({ kind: "note", node: studio.editing.pathOf(node), text: text.trim() });
    setDraft(undefined);
  };
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor="note">Note</label>
      <textarea
        id="note"
        data-note
        rows={2}
        maxLength={2000}
        placeholder="Why it is so"
        value={text}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      {draft !== undefined && draft.trim() !== kept && (
        <div className="row">
          <button type="submit" className="small">
            Save note
          </button>
          <button type="button" className="small quiet" onClick={() => setDraft(undefined)}>
            Discard
          </button>
        </div>
      )}
    </form>
  );
}
