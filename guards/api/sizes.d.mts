export function sizesText(): Promise<string>;
export function sizeFaults(recorded: string, found: string): string[];
