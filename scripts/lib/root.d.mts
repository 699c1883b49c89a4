export const root: string;
export function commandOf(packageName: string, name?: string): string[];
