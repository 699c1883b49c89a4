import { expect, it } from "vitest";
import { changeText } from "../../../guards/manifest/compare.mjs";
import { checkManifest } from "../../../guards/manifest/manifest.mjs";
import { root } from "../../../scripts/lib/root.mjs";
import { isDeep } from "./kit/length.js";

const WHAT_TO_DO = `\n\nwhat differs first: npm run manifest -- --against HEAD~1\nif it is meant:     npm run manifest -- --write`;

it("fits, refusals and outputs are those that are recorded", async () => {
  const results = await checkManifest(root, { quick: !isDeep });
  expect(results.every(({ cases }) => cases > 0)).toBe(true);
  const changes = results.flatMap(({ changes: some }) => some);
  if (changes.length === 0) return;
  const shown = changes.slice(0, 20).map(changeText);
  if (changes.length > shown.length) shown.push(`and ${changes.length - shown.length} more`);
  throw new Error(`${shown.join("\n")}${WHAT_TO_DO}`);
}, 1_800_000);
