export interface Change {
  readonly key: string;
  readonly kind: "changed" | "refusal" | "way" | "new" | "missing";
  readonly before?: string;
  readonly now?: string;
}
export function compare(
  wanted: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
  isComplete?: boolean,
): Change[];
export function changeText(change: Change): string;
export function summaryText(changes: readonly Change[]): string;
