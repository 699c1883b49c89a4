import type { TestProject } from "vitest/node";
import { launchBrowserServer, program } from "./chromium.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's browser; absent if the run has none. */
    chromium?: string;
  }
}

/** One browser for the whole run: to be named as `globalSetup`. */
export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (program === undefined) return undefined;
  const server = await launchBrowserServer();
  provide("chromium", server.wsEndpoint());
  return () => server.close();
}
