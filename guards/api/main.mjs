import { build } from "../../scripts/lib/build.mjs";
import { main } from "../../scripts/lib/main.mjs";
import { record, recordedSizeFaults, surfaceFaults } from "./recorded.mjs";
import { reports } from "./report.mjs";
import { sizesText } from "./sizes.mjs";

// npm run api-report [-- --check]: compares the names, types and sizes of all entries with what is recorded here.
// npm run api-report -- --write: records them.
const [option = "--check"] = process.argv.slice(2);

await main(async () => {
  if (option !== "--check" && option !== "--write")
    throw new Error(`unknown option ${option}; --check or --write`);
  await build();
  const [surface, sizes] = [reports(), await sizesText()];
  if (option === "--write") return record(surface, sizes);
  const faults = [...surfaceFaults(surface), ...recordedSizeFaults(sizes)];
  if (faults.length === 0) return console.log("names, types and sizes are as recorded");
  for (const fault of faults) console.error(fault);
  console.error(
    "If the change is intended: npm run api-report -- --write, and look at the diff of guards/api.",
  );
  process.exitCode = 1;
});
