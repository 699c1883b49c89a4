import { importance, isEnsemble, isRules } from "coppice";
import { meanFigures } from "coppice/evaluate";
import { shown } from "../../base/text.js";
import type { Handlers } from "../handlers.js";
import type { Workspace } from "../workspace.js";

export interface ImportanceRequests {
  importance: { args: Record<never, never>; result: ImportanceFacts | undefined };
}

export interface ImportanceFacts {
  readonly kind: string;
  readonly attributes: readonly {
    readonly attribute: string;
    readonly value: number;
    /** Over the models of cross-validation. */
    readonly folds?: {
      readonly mean: number;
      readonly sd: number;
      readonly least: number;
      readonly most: number;
    };
    /** Standard error over the trees of a forest. */
    readonly error?: number;
  }[];
}

export const importanceHandlers = (work: Workspace): Handlers<ImportanceRequests> => ({
  importance: () => importanceFacts(work),
});

/** Undefined for rule sets, which have no splits. */
function importanceFacts(work: Workspace): ImportanceFacts | undefined {
  const { model } = work.known();
  if (isRules(model)) return undefined;
  const { kind, values } = importance(model);
  const measured = isEnsemble(model) ? model.report?.importance : undefined;
  const places = new Map(model.attributes.map(({ name }, place) => [name, place]));
  const inFolds = work.validated?.importance ?? [];
  return {
    kind,
    attributes: Object.entries(values).map(([name, value]) => {
      const error = measured?.spread?.[places.get(name) ?? -1];
      return {
        ...{ attribute: shown(name, 60), value },
        ...(inFolds.length > 1 && { folds: spreadOf(inFolds.map((each) => each[name] ?? 0)) }),
        ...(error !== undefined && { error }),
      };
    }),
  };
}

function spreadOf(values: readonly number[]) {
  const { mean, sd } = meanFigures(values);
  return { mean, sd, least: Math.min(...values), most: Math.max(...values) };
}
