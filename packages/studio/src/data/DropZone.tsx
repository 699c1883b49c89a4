import { useId, useState } from "react";
import { useStudio } from "../state/context.js";
import { pastedSource, sourceOf } from "./openFile.js";

/** Where a table comes in: dropped, chosen, or pasted. */
export function DropZone() {
  const studio = useStudio();
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const id = useId();
  const take = async (file: File | undefined) => {
    if (file !== undefined) await studio.open(await sourceOf(file, file.name));
  };
  return (
    <section
      className={`drop${isOver ? " over" : ""}`}
      aria-label="Open a table"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p className="big">Drop a table here</p>
      <div className="row">
        <label className="button" htmlFor={id}>
          Choose a file
        </label>
        <input
          id={id}
          className="hidden-text"
          type="file"
          accept=".csv,.txt,.tsv,.tab,.arff,.json,.parquet,.arrow,.feather,.gz,.ipc,.coppice"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <button type="button" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste text
        </button>
      </div>
      {isPasting && <PasteBox onDone={() => setPasting(false)} />}
      <p className="muted small-text">
        CSV, TSV, ARFF, JSON, Parquet, Arrow, also gzipped; or a model of Coppice. It never leaves this
        computer.
      </p>
    </section>
  );
}

function PasteBox({ onDone }: { readonly onDone: () => void }) {
  const studio = useStudio();
  const [text, setText] = useState("");
  const open = async () => {
    onDone();
    await studio.open(pastedSource(text));
  };
  return (
    <div className="stack" style={{ width: "100%", maxWidth: 560 }}>
      <textarea
        aria-label="Table as text"
        rows={6}
        value={text}
        placeholder={"size,colour,kind\n3,red,apple\n…"}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <button type="button" className="primary" disabled={text.trim() === ""} onClick={() => void open()}>
          Open
        </button>
      </div>
    </div>
  );
}
