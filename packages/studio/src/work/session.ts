import type { Requests } from "./exchange.js";
import type { Handlers } from "./handlers.js";
import { editHandlers } from "./requests/edit.js";
import { learnHandlers } from "./requests/learn.js";
import { lessonHandlers } from "./requests/lesson.js";
import { nodeHandlers } from "./requests/node.js";
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
    ...watchHandlers(work),
    ...lessonHandlers(),
    ...viewHandlers(work),
  };
}
