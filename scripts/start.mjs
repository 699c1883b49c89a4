import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";
import { writePenguins } from "./lib/penguins.mjs";
import { coppice, root } from "./lib/root.mjs";
import { bold, dim, green, inherited, red, StepFailed } from "./lib/steps.mjs";

const TABLE = "out/penguins.json";
const MODEL = "out/penguins-model.json";
const REPORT = "out/penguins-report.html";

await main(async () => {
  await install();
  await build();
  const rows = writePenguins(join(root, TABLE));
  console.log(
    `${green("✓")} ${TABLE}: ${rows} penguins, to classify by species ${dim('(one sex given as "." is now missing)')}`,
  );

  await show("fit", TABLE, "--target", "Species", "--learner", "cart", "--out", MODEL, "--report", REPORT);
  await show("evaluate", TABLE, "--target", "Species", "--learner", "cart", "--folds", "10", "--seed", "1");
  await show("show", MODEL, "--as", "rules");
  console.log(`
${bold("Next")}
  open ${REPORT} in a browser: accuracy on unseen rows, an interactive tree, its rules
${next(`npx coppice evaluate ${TABLE} --target Species --learner c45`, "another learner on the same folds")}
${next(`npx coppice describe ${TABLE} --target Species`, "a summary of the table")}
${next("npx coppice learners", "every learner with its options")}
${next("npx coppice fit your.csv --target column --out model.json", "your own table")}

${bold("Open the studio")}: see this tree in your browser, question it and change it
  ${bold(`npx coppice studio ${TABLE}`)}`);
});

function next(command, what) {
  return `  ${command.padEnd(72)}${dim(what)}`;
}

/** Runs the command as a user would, below a line with the command. */
async function show(...args) {
  console.log(`\n${bold(`$ npx coppice ${args.join(" ")}`)}`);
  const code = await inherited([...coppice, ...args]);
  if (code === 0) return;
  console.log(red(`the command above ended with exit code ${code}`));
  throw new StepFailed(args[0]);
}
