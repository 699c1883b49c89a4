import { Draws, permutation } from "../../base/nodeRandom.js";
import type { Examine } from "./examination.js";

/**
 * Random forests: a random subset of `most` attributes at each node. The order is a permutation of all attributes of the
 * table, including those that do not vary here, so that it depends on the node's key alone.
 */
export function someAttributes(most: number, attributes: number): Examine {
  const isLive = new Uint8Array(attributes);
  return ({ live, key }) => {
    isLive.fill(0);
    for (const a of live) isLive[a] = 1;
    const order = permutation(attributes, new Draws(key));
    return {
      attributes: Array.from(order).filter((a) => isLive[a] === 1),
      drawsOf: () => 1,
      enough: (varied) => varied >= most,
    };
  };
}
