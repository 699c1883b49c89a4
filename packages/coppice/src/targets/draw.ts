/** `coppice/draw`: trees, rules and figures as text, SVG and pages. */
export { tableCount } from "../use/describe/describeTable.js";
export { type DescriptionPageOptions, descriptionPage } from "../use/describe/descriptionPage.js";
export { drawChart } from "../use/draw/chart.js";
export { comparisonText, drawComparison } from "../use/draw/comparePlot.js";
export { curveText, drawCurve } from "../use/draw/curvePlot.js";
export { drawDot } from "../use/draw/dot.js";
export { drawEnsembleReport, drawLearningCurves } from "../use/draw/ensembleReport.js";
export { ensembleText } from "../use/draw/ensembleText.js";
export { type FormulaNote, formulaNotes } from "../use/draw/formulaNotes.js";
export { drawReport } from "../use/draw/html.js";
export { coloursFor } from "../use/draw/palette.js";
export { pathWords } from "../use/draw/pathWords.js";
export { drawPruning } from "../use/draw/pruningPlot.js";
export { pruningPlotText, pruningText } from "../use/draw/pruningPlotText.js";
export {
  drawPrecisionRecall,
  drawRoc,
  precisionRecallText,
  type RankSeries,
  rocText,
} from "../use/draw/rankPlots.js";
export { drawRuleReport } from "../use/draw/ruleReport.js";
export { drawSvg } from "../use/draw/svg.js";
export { type Series, type TerminalPlotOptions, terminalPlot } from "../use/draw/terminalPlot.js";
export { drawText } from "../use/draw/text.js";
export { conditionWords } from "../use/draw/treeBoxes.js";
export { type NodeData, type TreeData, treeData } from "../use/draw/treeData.js";
export { explanationJson } from "../use/explain/explanationJson.js";
