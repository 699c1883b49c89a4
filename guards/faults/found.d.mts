export interface Finder {
  readonly name: string;
  readonly file: string;
  readonly isBuilt: boolean;
  readonly title: string;
}
export function finders(): Finder[];
