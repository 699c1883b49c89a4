import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { writePenguins } from "./penguins.mjs";
import { commandOf, root } from "./root.mjs";
import { step } from "./steps.mjs";

const STUDIO = join(root, "packages", "studio");
const SAMPLES = join(STUDIO, "public", "samples");

/** The textbook table, as it is printed there. */
const TENNIS = `Outlook,Temperature,Humidity,Wind,Play
Sunny,Hot,High,Weak,No
Sunny,Hot,High,Strong,No
Overcast,Hot,High,Weak,Yes
Rainy,Mild,High,Weak,Yes
Rainy,Cool,Normal,Weak,Yes
Rainy,Cool,Normal,Strong,No
Overcast,Cool,Normal,Strong,Yes
Sunny,Mild,High,Weak,No
Sunny,Cool,Normal,Weak,Yes
Rainy,Mild,Normal,Weak,Yes
Sunny,Mild,Normal,Strong,Yes
Overcast,Mild,High,Strong,Yes
Overcast,Hot,Normal,Weak,Yes
Rainy,Mild,High,Strong,No
`;

/** Builds the studio: static files in packages/studio/dist, with the samples and the list of files to keep offline. */
export async function buildStudio() {
  writeSamples();
  await step("build packages/studio", [...commandOf("vite"), "build", "--logLevel", "warn"], { cwd: STUDIO });
  writeOffline(join(STUDIO, "dist"));
}

function writeSamples() {
  mkdirSync(SAMPLES, { recursive: true });
  writePenguins(join(SAMPLES, "penguins.json"));
  for (const name of ["cars.json", "seattle-weather.csv"])
    copyFileSync(join(root, "node_modules/vega-datasets/data", name), join(SAMPLES, name));
  writeFileSync(join(SAMPLES, "tennis.csv"), TENNIS);
}

/** The service worker with its list of files; its name for the cache changes with any of them. */
function writeOffline(dist) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "offline.js")
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
  const text = readFileSync(join(STUDIO, "offline.js"), "utf8")
    .replace("FILES", JSON.stringify(["./", ...files]))
    .replace("VERSION", JSON.stringify(hash.digest("hex").slice(0, 16)));
  writeFileSync(join(dist, "offline.js"), text);
}
