export function apiPages(): { path: string; text: string }[];
