export function errorsDoc(codes: Readonly<Record<string, string>>): string;
