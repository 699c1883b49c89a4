import { rmSync } from "node:fs";
import { blockFault, blocksOfPage, makeFolder, pages, runBlock } from "./lib/docs.mjs";
import { dim, green, red } from "./lib/steps.mjs";

// Checks what packages/coppice/test/docs.test.ts checks, for selected pages: node scripts/check-docs.mjs [page …]
const chosen = process.argv.slice(2);
for (const page of chosen.length > 0 ? chosen : pages()) {
  const folder = makeFolder();
  try {
    for (const block of blocksOfPage(page)) await checkBlock(page, block, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkBlock(page, block, folder) {
  const label = `${page}:${block.line} ${block.language}`;
  const fault = blockFault(block);
  if (fault === undefined && block.mode === "no-run")
    return console.log(dim(`– ${label} not run: ${block.reason}`));
  const { code, output } = fault === undefined ? await runBlock(block, folder) : { code: 1, output: fault };
  console.log(`${code === 0 ? green("✓") : red("✗")} ${label}`);
  if (code === 0) return;
  console.log(output);
  process.exitCode = 1;
}
