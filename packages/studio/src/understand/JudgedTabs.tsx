import type { JudgedRows } from "../work/requests/curves.js";
import type { Validation } from "./useValidation.js";

interface Props {
  readonly on: JudgedRows;
  readonly validation: Validation;
  readonly onChoose: (on: JudgedRows) => void;
}

/** Which predictions are judged: of rows that the model has not seen, or of those it was learned from. */
export function JudgedTabs({ on, validation, onChoose }: Props) {
  return (
    <div className="tabs">
      <button
        type="button"
        className="small"
        aria-pressed={on === "validation"}
        disabled={validation.score === undefined}
        onClick={() => onChoose("validation")}
      >
        {validation.title}
      </button>
      <button type="button" className="small" aria-pressed={on === "train"} onClick={() => onChoose("train")}>
        Training
      </button>
    </div>
  );
}
