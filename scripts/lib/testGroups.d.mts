export const ALONE: Readonly<Record<string, string>>;
export const QUICK: readonly string[];
export function deeperFiles(): Promise<string[]>;
export function quickFiles(): Promise<string[]>;
