import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../../../scripts/lib/root.mjs";
import type { RequestName, Requests } from "../../src/work/exchange.js";
import type { ModelFacts, Recipe } from "../../src/work/protocol.js";
import { session } from "../../src/work/session.js";

const WORKERS = pathToFileURL(join(root, "packages/coppice/dist/targets/")).href;

/** The studio's worker without a browser: the same handlers, asked as the page asks them. */
export class Asker {
  private readonly handlers = session(WORKERS);

  async ask<N extends RequestName>(name: N, args: Requests[N]["args"]): Promise<Requests[N]["result"]> {
    const hooks = { signal: new AbortController().signal, onProgress: () => {} };
    return (await this.handlers[name](args as never, hooks)) as Requests[N]["result"];
  }

  open(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<Requests["open"]["result"]> {
    return this.ask("open", { name, content: new Blob([content]), reading: { types: {} } });
  }

  fit(recipe: Partial<Recipe> & Pick<Recipe, "target">): Promise<ModelFacts> {
    return this.ask("fit", { ignore: [], use: [], learner: "cart", options: {}, seed: 1, ...recipe });
  }
}
