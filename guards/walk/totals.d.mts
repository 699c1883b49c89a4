export const COMMANDS: readonly string[];
export function recordedText(commands?: readonly string[]): Promise<string>;
export function differences(recorded: string, found: string): string[];
