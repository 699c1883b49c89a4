export interface SurfaceFile {
  readonly file: string;
  readonly text: string;
}

export function reports(): SurfaceFile[];
/** The names of an entry that are not only types. */
export function valuesOf(entry: string): string[];
