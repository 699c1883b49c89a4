import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { dim, quietly, red, StepFailed, step } from "./steps.mjs";

/** The shell is the browser without its windows: pages open sooner in it. */
const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of Chromium: from $CHROMIUM, or found on the PATH; undefined if there is none. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) {
    if (!existsSync(env.CHROMIUM)) throw new Error(`CHROMIUM must name a program; got ${env.CHROMIUM}`);
    return env.CHROMIUM;
  }
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) =>
    existsSync(file),
  );
  return found ?? (existsSync(MAC) ? MAC : undefined);
}

/** Installs Chromium for the browser tests if that needs no permission; prints a message if they will be skipped. */
export async function provideChromium() {
  if (findChromium() !== undefined) return;
  const mayInstall = process.getuid?.() === 0 && (await quietly(["apt-get", "--version"])).code === 0;
  if (!mayInstall) {
    console.log(dim("no Chromium found: the browser tests will be skipped (set CHROMIUM to its path)"));
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await step("fetch the package lists", ["apt-get", "update", "-q"], { env });
    const isShell = (await quietly(["apt-cache", "show", SHELL])).code === 0;
    await step(
      "install Chromium",
      ["apt-get", "install", "-y", "-q", "--no-install-recommends", isShell ? SHELL : "chromium"],
      { env },
    );
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(red("Chromium could not be installed: the browser tests will be skipped"));
  }
}
