export function firstDifference(before: string, now: string): string | undefined;
