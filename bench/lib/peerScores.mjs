// What other systems reach on the sets and folds of ../shared.
import { existsSync, readFileSync } from "node:fs";
import { shared } from "./sharedSets.mjs";

let beyond;

/** A peer's score (percent correct, or root mean squared error) and leaves on a set; undefined where it was not run. */
export function peerScore(peer, set) {
  beyond ??= JSON.parse(readFileSync(`${shared}expected/beyond.json`, "utf8"));
  const found = ["oblique", "linearLeaves", "soft"]
    .flatMap((part) => beyond[part])
    .find((row) => row.peer === peer && row.dataset === set && !row.settings.endsWith(" -U"));
  if (found) return { score: found.score, leaves: found.leaves };
  const file = `${shared}expected/${set}/weka-M5P.json`;
  if (peer !== "Weka M5P" || !existsSync(file)) return undefined;
  return { score: JSON.parse(readFileSync(file, "utf8")).cv.rmse };
}
