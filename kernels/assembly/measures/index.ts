// Trees whose tests read several attributes, and leaves with formulas, for many rows: see src/kernels/drivers/measures.
export { answer, answerInto, answerLeaf, sharesOf8, sortByLeaf } from "./answer";
export { answerColumns, measureColumns } from "./columns";
export { addFour, addFourFilled, addLevels, addOne, fill } from "./formula";
export { copyRows } from "./job";
export { divideAt, land, sendOn } from "./land";
export { addFilled, addProduct, addSquare, addUnit, takeLarger } from "./measure";
