import type { SurfaceFile } from "./report.mjs";

export function surfaceFaults(found: readonly SurfaceFile[], folder?: string): string[];
export function recordedSizeFaults(sizes: string): string[];
