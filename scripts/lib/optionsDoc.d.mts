export interface DocumentedLearner {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly {
    readonly name: string;
    readonly rule: string;
    readonly help: string;
    readonly default?: unknown;
    readonly choices?: readonly string[];
    readonly appliesTo?: string;
  }[];
  readonly essentials: readonly string[];
}

export const ELSEWHERE: Readonly<Record<string, readonly string[]>>;
export function optionsDoc(learners: readonly DocumentedLearner[]): string;
