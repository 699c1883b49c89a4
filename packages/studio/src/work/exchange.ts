import type { Fault } from "./protocol.js";
import type { ChangeRequests } from "./requests/change.js";
import type { CurvesRequests } from "./requests/curves.js";
import type { EditRequests } from "./requests/edit.js";
import type { EnsembleRequests } from "./requests/ensemble.js";
import type { ImportanceRequests } from "./requests/importance.js";
import type { LearnRequests } from "./requests/learn.js";
import type { LessonRequests } from "./requests/lesson.js";
import type { NodeRequests } from "./requests/node.js";
import type { RegionsRequests } from "./requests/regions.js";
import type { RunsRequests } from "./requests/runs.js";
import type { TableRequests } from "./requests/table.js";
import type { UnderstandRequests } from "./requests/understand.js";
import type { ViewRequests } from "./requests/view.js";
import type { WatchRequests } from "./requests/watch.js";

/** The requests of the page: the name, what it sends, and what comes back. Each file of `requests/` has a part of them. */
export interface Requests
  extends TableRequests,
    LearnRequests,
    NodeRequests,
    EditRequests,
    UnderstandRequests,
    ChangeRequests,
    CurvesRequests,
    EnsembleRequests,
    ImportanceRequests,
    RegionsRequests,
    RunsRequests,
    WatchRequests,
    LessonRequests,
    ViewRequests {}

export type RequestName = keyof Requests;

export type ToWorker =
  | { readonly id: number; readonly name: RequestName; readonly args: unknown }
  | { readonly cancel: number };

export type FromWorker =
  | { readonly id: number; readonly done: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: Fault }
  | { readonly ready: true };
