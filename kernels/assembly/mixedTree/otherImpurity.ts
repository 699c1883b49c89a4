import {
  giniOfCells,
  MISTAKES,
  mistakesOfCells,
  RISK,
  riskOfCells,
  twoingOfCells,
  WEIGHTED_GINI,
  weightedGiniOfCells,
} from "../common/classImpurity";
import { altered, byTwoing, classes, criterion, losses } from "./job";

// The criteria besides Gini and entropy. Their functions get the weights of the classes that occur at the node, times their
// factors, on either side of a test.

let leftCells: usize = 0;
let rightCells: usize = 0;
/** By class that occurs at the node and answer (risk), or other such class (weighted Gini); in own memory if not all occur. */
let nodeLosses: usize = 0;
let ownLosses: usize = 0;

export function otherScratch(): usize {
  const width = <usize>classes;
  return (width << 4) + (losses ? (width * width) << 3 : 0);
}

export function useOtherScratch(at: usize): void {
  leftCells = at;
  rightCells = leftCells + (<usize>classes << 3);
  ownLosses = rightCells + (<usize>classes << 3);
}

/** The losses of the `present` classes whose numbers (u16) are at `places`. */
export function compactLosses(places: usize, present: i32): void {
  nodeLosses = losses;
  if (!losses || present == classes) return;
  nodeLosses = ownLosses;
  let to = ownLosses;
  const answers = criterion == RISK ? classes : present;
  for (let k = 0; k < present; k++) {
    const row = losses + ((classAt(places, k) * <usize>classes) << 3);
    for (let j = 0; j < answers; j++, to += 8) {
      store<f64>(to, load<f64>(row + ((criterion == RISK ? <usize>j : classAt(places, j)) << 3)));
    }
  }
}

@inline
function classAt(places: usize, place: i32): usize {
  return <usize>load<u16>(places + (<usize>place << 1));
}

@inline
function impurity(cells: usize, width: usize): f64 {
  if (criterion == MISTAKES) return mistakesOfCells(cells, width);
  if (criterion == RISK) return riskOfCells(cells, width, <usize>classes, nodeLosses);
  return criterion == WEIGHTED_GINI ? weightedGiniOfCells(cells, width, nodeLosses) : giniOfCells(cells, width);
}

export function otherImpurityOf(cells: usize, factors: usize, count: i32): f64 {
  if (!altered) return impurity(cells, <usize>count);
  for (let i: usize = 0; i < <usize>count << 3; i += 8) {
    store<f64>(leftCells + i, load<f64>(cells + i) * load<f64>(factors + i));
  }
  return impurity(leftCells, <usize>count);
}

/** As `gainOf` in impurity. */
export function otherGainOf(whole: f64, left: usize, known: usize, factors: usize, count: i32): f64 {
  for (let i: usize = 0; i < <usize>count << 3; i += 8) {
    const factor = altered ? load<f64>(factors + i) : 1;
    const l = load<f64>(left + i);
    store<f64>(leftCells + i, l * factor);
    store<f64>(rightCells + i, (load<f64>(known + i) - l) * factor);
  }
  if (byTwoing) return twoingOfCells(leftCells, rightCells, <usize>count);
  return whole - impurity(leftCells, <usize>count) - impurity(rightCells, <usize>count);
}
