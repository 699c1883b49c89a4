export function translate(file: string): string;
