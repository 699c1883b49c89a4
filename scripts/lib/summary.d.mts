interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export function summarise(report: Report | undefined, exitCode: number): { line: string; ok: boolean };
