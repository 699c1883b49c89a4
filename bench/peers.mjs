// Installs the Python rivals into bench/.venv and lists which others could be measured.  npm run bench:peers
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installed, RIVALS } from "./lib/rivals.mjs";

const venv = fileURLToPath(new URL(".venv", import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { stdio: "inherit" });

try {
  if (!existsSync(`${venv}/bin/python`)) run(process.env.PYTHON ?? "python3", "-m", "venv", venv);
  const packages = [
    ...["numpy", "pandas", "scikit-learn", "scikit-learn-intelex", "xgboost", "lightgbm", "catboost"],
    ...["ydf", "treelite", "tl2cgen"],
  ];
  run(`${venv}/bin/python`, "-m", "pip", "install", "--quiet", "--upgrade", ...packages);
} catch (error) {
  console.error(`the Python rivals could not be installed: ${error.message}`);
  process.exitCode = 1;
}
const versions = installed();
for (const [name, how] of RIVALS) {
  console.log(versions.has(name) ? `✓ ${name} ${versions.get(name)}` : `– ${name} is not installed: ${how}`);
}
