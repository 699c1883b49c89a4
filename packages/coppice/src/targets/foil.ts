/** `coppice/foil`: first-order rules, learned from relations. */
export { clausesText, clauseText } from "../clauses/clauseText.js";
export { definitionModel } from "../clauses/definitionModel.js";
export { type ClauseFigures, evaluateClauses } from "../clauses/evaluateClauses.js";
export { parseClauseText, type WrittenDefinition } from "../clauses/parseClauseText.js";
export { clausesProlog } from "../clauses/prolog.js";
export { deriveTuples, predictTuples } from "../clauses/tuples.js";
export { evaluateFoil, type FoilEvaluation } from "../learn/foil/evaluateFoil.js";
export type { Examples } from "../learn/foil/examples.js";
export { type FoilRequest, foil, foilLearner } from "../learn/foil/foil.js";
export * from "../model/clauses.js";
export { parseClauses } from "../model/parseClauses.js";
export { type RelationsElsewhere, relationsInJson } from "../source/relationsJson.js";
export { relationsInTable, tuplesInTable } from "../source/relationsTable.js";
export { makeRelations } from "../table/makeRelations.js";
export { type ConstantType, namesOf, type Relation, type Relations } from "../table/relations.js";
export type { RelationSource, RelationsSource } from "../table/relationsSource.js";
