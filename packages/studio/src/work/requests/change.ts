import { nearestChange } from "coppice";
import { brief, shown } from "../../base/text.js";
import type { Handlers } from "../handlers.js";
import type { RowAnswer } from "../protocol.js";
import type { Workspace } from "../workspace.js";

export interface ChangeRequests {
  nearestChange: {
    args: { cells: RowAnswer["cells"]; keep?: readonly string[] };
    result: ChangeFacts | undefined;
  };
}

/** The smallest change that flips the answer. */
export interface ChangeFacts {
  readonly cells: readonly {
    /** As the table has it, and to be shown. */
    readonly name: string;
    readonly attribute: string;
    readonly from: string;
    readonly to: string;
    readonly value: string | number;
  }[];
  readonly prediction: string;
  readonly probability: number;
}

export const changeHandlers = (work: Workspace): Handlers<ChangeRequests> => ({
  nearestChange: ({ cells, keep = [] }) => {
    const { model } = work.known();
    if (model.task !== "classification") return undefined;
    const found = nearestChange(model, work.trained().table, cells, { keep });
    return (
      found && {
        prediction: shown(found.prediction, 80),
        probability: found.probability,
        cells: found.cells.map(({ attribute, from, to }) => ({
          name: attribute,
          attribute: shown(attribute, 60),
          ...{ from: cellWords(from), to: cellWords(to), value: to },
        })),
      }
    );
  },
});

function cellWords(cell: string | number | null): string {
  if (cell === null) return "missing";
  return typeof cell === "number" ? brief(cell) : shown(cell, 60);
}
