// Besides the entries: the loops that take long, which the compiler would otherwise inline into them.
export { encodeColumns, encodeLevels, encodeNumbers, turn } from "./encode";
export { hasGap } from "./gaps";
export { addLaneLeaves, lanes } from "./lanes";
export { count, countPart, limitNarrow, limitWide, placeNarrow, placeOnCells, placeWide } from "./lay";
export { rank, rankRecord } from "./ranks";
export { walkRowAny, walkRowNumbers } from "./row";
export { readThrough, walkCellLevels, walkCells, walkLevels, walkNarrow, walkWide } from "./walk";
