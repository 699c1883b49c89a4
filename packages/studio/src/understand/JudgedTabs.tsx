import type { JudgedRows } from "../work/requests/curves.js";

interface Props {
  readonly on: JudgedRows;
  readonly canValidate: boolean;
  readonly onChoose: (on: JudgedRows) => void;
}

/** Which predictions are judged: of rows that the model has not seen, or of those it was learned from. */
export function JudgedTabs({ on, canValidate, onChoose }: Props) {
  return (
    <div className="tabs">
      <button
        type="button"
        className="small"
        aria-pressed={on === "validation"}
        disabled={!canValidate}
        onClick={() => onChoose("validation")}
      >
        Cross-validated
      </button>
      <button type="button" className="small" aria-pressed={on === "train"} onClick={() => onChoose("train")}>
        Training
      </button>
    </div>
  );
}
