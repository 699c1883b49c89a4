import { rmSync } from "node:fs";
import { BlockRunner, blockFault, blocksOfPage, compileBlocks, makeFolder, pages } from "./lib/docs.mjs";
import { dim, green, red } from "./lib/steps.mjs";

// Checks what packages/coppice/test/docs.test.ts checks, for selected pages: node scripts/check-docs.mjs [page …]
const chosen = process.argv.slice(2);
const all = (chosen.length > 0 ? chosen : pages()).map((page) => ({
  ...{ page, folder: makeFolder(), blocks: blocksOfPage(page) },
}));
const runner = new BlockRunner();
try {
  const complaint = await compileBlocks(all);
  for (const one of all) await checkPage(one, complaint);
} finally {
  runner.stop();
  for (const { folder } of all) rmSync(folder, { recursive: true, force: true });
}

async function checkPage({ page, folder, blocks }, complaint) {
  for (const block of blocks) {
    const label = `${page}:${block.line} ${block.language}`;
    const fault = blockFault(block) ?? complaint(folder, block);
    if (fault === undefined && block.mode === "no-run") {
      console.log(dim(`– ${label} not run: ${block.reason}`));
      continue;
    }
    const { code, output } =
      fault === undefined ? await runner.run(folder, block) : { code: 1, output: fault };
    console.log(`${code === 0 ? green("✓") : red("✗")} ${label}`);
    if (code === 0) continue;
    console.log(output);
    process.exitCode = 1;
  }
}
