/** `coppice/edit`: trees that people change, in Node and in browsers. */
export { CoppiceError } from "../base/errors.js";
export {
  type CandidateOptions,
  type Candidates,
  type CandidateTest,
  candidates,
} from "../learn/edit/candidates.js";
export { edit, editSync, replay, replaySync, workbookOf } from "../learn/edit/edit.js";
export {
  type Cut,
  type LevelProfile,
  type NumericProfile,
  type ProfileCut,
  profileCut,
  type SplitProfile,
} from "../learn/edit/profileCut.js";
export type { EditOptions } from "../learn/edit/session.js";
export { splitProfile } from "../learn/edit/splitProfile.js";
export type { ValidationScores } from "../learn/edit/validation.js";
export type { Edit, EditKind, EditTest, Recipe, Workbook } from "../model/edit.js";
export type { Constraints } from "../model/editState.js";
export { constraintsAt, editedNodes, lockedNodes, notesOf } from "../model/editsOf.js";
export { editText } from "../model/editText.js";
export { nodeAt, nodePaths } from "../model/nodePath.js";
export { parseEdits, parseWorkbook } from "../model/parseEdits.js";
export { type NodeCounts, nodeCounts } from "../predict/nodeCounts.js";
export { type RowsAt, rowsAt } from "../predict/rowsAt.js";
