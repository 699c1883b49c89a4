import { aloneIn, SoloTeam, type Team } from "../../team.js";

/** A memory that is not in use, kept for the next run: hosts limit their number, and free them late. */
let spare: SoloTeam | undefined;
const KEPT_BYTES = 256 * 2 ** 20;

/** A team's memory for the duration of a run, including pauses. */
export class Borrowed {
  readonly team: Team;
  private readonly own: SoloTeam | undefined;
  private readonly mark: number;
  private top: number | undefined;

  /** Without a given team the run has a memory of its own. */
  constructor(given: Team | undefined, alone: boolean) {
    if (given === undefined) {
      this.own = spare ?? new SoloTeam();
      spare = undefined;
    }
    const team = given ?? this.own!;
    this.team = alone ? aloneIn(team) : team;
    this.mark = team.heap.mark();
  }

  /** Call this when everything is allocated. */
  settle(): void {
    this.top = this.team.heap.mark();
  }

  giveBack(): void {
    const { heap } = this.team;
    // Another run may have borrowed after this one, while it was paused, and still use its memory.
    if (this.top === undefined || heap.mark() === this.top) heap.release(this.mark);
    if (this.own && heap.bytes <= KEPT_BYTES) spare = this.own;
  }
}
