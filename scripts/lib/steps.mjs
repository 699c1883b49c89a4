import { spawn } from "node:child_process";
import { root } from "./root.mjs";

const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);

/** A step that failed; its output has been shown. */
export class StepFailed extends Error {}

/**
 * Runs a command without showing its output. `output` is all it wrote, `stdout` only the standard output; a command
 * that cannot be started ends with code 127.
 */
export function quietly([command, ...args], { cwd = root, env = process.env } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.on("error", (error) => done({ code: 127, stdout, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) =>
      done({ code: code ?? 128, stdout, output: signal ? `${output}${signal}\n` : output }),
    );
  });
}

/** Runs a command with inherited output; returns its exit code. */
export function inherited([command, ...args], { cwd = root, env = process.env } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      done(127);
    });
    child.on("close", (code) => done(code ?? 128));
  });
}

/** Prints one line with the seconds it took; the command's output only if it fails. */
export async function step(label, command, options) {
  const start = performance.now();
  const { code, output } = await quietly(command, options);
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  if (code === 0) {
    console.log(`${green("✓")} ${label} ${dim(seconds)}`);
    return;
  }
  console.log(`${red("✗")} ${label} ${dim(seconds)}`);
  console.log(`\n${command.join(" ")}\n${output.trimEnd()}\n`);
  throw new StepFailed(`${label}: exit code ${code}`);
}
