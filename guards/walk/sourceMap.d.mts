export function originsOf(code: string): (readonly [offset: number, line: number])[];
