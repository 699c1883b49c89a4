interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function summarise(report: Report | undefined, exitCode: number): Summary;
export function addSummaries(summaries: readonly (Summary | undefined)[]): Summary;
export function closingLine(summary: Summary): string;
export function isGreen(summary: Summary): boolean;
