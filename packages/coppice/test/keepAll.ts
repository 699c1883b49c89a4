import type { GrownMember } from "../src/kernels/drivers/forest/grown.js";
import { joinPacked } from "../src/model/joinPacked.js";

/** All members at once: their trees are copied, because their memory is used again. */
export function keepAll(members: Iterable<GrownMember>): GrownMember[] {
  return Array.from(members, (grown) => ({ ...grown, pack: joinPacked([grown.pack]) }));
}
