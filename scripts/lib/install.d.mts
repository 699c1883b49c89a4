interface Lock {
  readonly packages: Readonly<Record<string, { version?: string; integrity?: string; optional?: boolean }>>;
}

export function whyInstall(lock: Lock, installed: Lock | undefined): string | undefined;
