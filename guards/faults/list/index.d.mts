export interface Fault {
  readonly room: string;
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly wrong: string;
}
export const faults: readonly Fault[];
