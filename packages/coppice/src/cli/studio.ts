import { spawn } from "node:child_process";
import process from "node:process";
import type { Command } from "commander";
import { mustBe } from "../base/errors.js";
import { serveStudio } from "../targets/studioServer.js";
import { wholeNumber } from "./flags.js";
import { type Io, printLine } from "./io.js";

interface StudioFlags {
  readonly port?: number;
  readonly open: boolean;
}

export function addStudio(program: Command, io: Io): void {
  program
    .command("studio")
    .summary("open the studio in a browser")
    .description(
      "Serves the studio to this computer (127.0.0.1) and opens it in the browser. The table stays on this computer.",
    )
    .argument("[file]", "table or model to open")
    .option("--port <n>", "port to listen on (default: any free port)", wholeNumber("--port", 1))
    .option("--no-open", "print the address without opening a browser")
    .action((file: string | undefined, flags: StudioFlags) => runStudio(io, file, flags));
}

async function runStudio(io: Io, file: string | undefined, { port, open }: StudioFlags): Promise<void> {
  if (port !== undefined && port > 65535)
    throw mustBe("OPTION_RANGE", "--port", "an integer from 1 to 65535", port);
  const server = await serveStudio({
    ...(port !== undefined && { port }),
    ...(file !== undefined && { file }),
  });
  printLine(io.stdout, server.url);
  printLine(io.stderr, "the studio runs until Ctrl-C");
  if (open) openBrowser(server.url);
  // Nothing else ends it; Ctrl-C is how it is meant to end.
  await io
    .interruptible((signal) => new Promise<void>((done) => signal.addEventListener("abort", () => done())))
    .catch(() => undefined);
  await server.close();
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The address is printed as well, so a computer without a browser loses nothing. */
function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
