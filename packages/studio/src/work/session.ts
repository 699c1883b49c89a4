import type { Requests } from "./exchange.js";
import type { Handlers } from "./handlers.js";
import { changeHandlers } from "./requests/change.js";
import { curvesHandlers } from "./requests/curves.js";
import { editHandlers } from "./requests/edit.js";
import { ensembleHandlers } from "./requests/ensemble.js";
import { importanceHandlers } from "./requests/importance.js";
import { learnHandlers } from "./requests/learn.js";
import { lessonHandlers } from "./requests/lesson.js";
import { nodeHandlers } from "./requests/node.js";
import { regionsHandlers } from "./requests/regions.js";
import { runsHandlers } from "./requests/runs.js";
import { tableHandlers } from "./requests/table.js";
import { understandHandlers } from "./requests/understand.js";
import { viewHandlers } from "./requests/view.js";
import { watchHandlers } from "./requests/watch.js";
import { Workspace } from "./workspace.js";

/** Everything that the worker can be asked for; `workers` is the folder of the library's worker files. */
export function session(workers: string): Handlers<Requests> {
  const work = new Workspace(workers);
  return {
    ...tableHandlers(work),
    ...learnHandlers(work),
    ...nodeHandlers(work),
    ...editHandlers(work),
    ...understandHandlers(work),
    ...runsHandlers(work),
    ...regionsHandlers(work),
    ...importanceHandlers(work),
    ...ensembleHandlers(work),
    ...curvesHandlers(work),
    ...changeHandlers(work),
    ...watchHandlers(work),
    ...lessonHandlers(),
    ...viewHandlers(work),
  };
}
