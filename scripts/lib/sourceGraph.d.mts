export function projectFiles(): Promise<string[]>;
export function isTest(path: string): boolean;
