import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";
import * as synthetic from "../src/synthetic/index.js";
import * as browser from "../src/targets/browser.js";
import * as draw from "../src/targets/draw.js";
import * as edit from "../src/targets/edit.js";
import * as engine from "../src/targets/engine.js";
import * as evaluate from "../src/targets/evaluate.js";
import * as evaluateInNode from "../src/targets/evaluateInNode.js";
import * as foil from "../src/targets/foil.js";
import * as inNode from "../src/targets/inNode.js";
import * as node from "../src/targets/node.js";
import * as predictOnly from "../src/targets/predict.js";
import * as rules from "../src/targets/rules.js";
import * as stream from "../src/targets/stream.js";
import * as worker from "../src/targets/worker.js";

const words = (text: string) => text.trim().split(/\s+/);

const COPPICE = words(`
    CoppiceError ERROR_CODES UNKNOWN attributesRead branchOf bytesOf columnOf cutAt describeOptions describeTable
    descriptionText explain explanationText fit fitSync harden importance isEnsemble isRules isSplit isTree
    learnerNamed learners makeTable memberCount memberTree missingStrategies modelJson modelSize nearestChange parseModel
    loadModel saveModel warningText parseSchema predict predictor proximities prune pruneAt pruningSequence readFormat readSource removeNode
    selectRows sizeOf tableFrom toBinary transform
`);

/** What a program can import, by entry: adding or removing a name requires changing this list. */
const ENTRIES: Readonly<Record<string, readonly [object, readonly string[]]>> = {
  coppice: [browser, COPPICE],
  "coppice in Node": [inNode, COPPICE],
  "coppice/node": [
    node,
    words(`
      ${COPPICE.join(" ")}
    NodeTeam diskData diskDataFrom fileBytes fitInParallel predictInParallel readRelations readTable readTuples standardInput
    threadCount threadRunner writeWhole
    `),
  ],
  "coppice/predict": [predictOnly, words("CoppiceError loadModel parseModel predict predictor")],
  "coppice/evaluate": [
    evaluate,
    words(`
    LOG_LOSS_CLIP TESTS accuracy agreement assess assessFolds balancedAccuracy biasVariance bootstrap632
    bootstrapSplits brier calibration classFigures compare confusionMatrix correctedT crossValidate decompose
    expectedCost expectedErrors fiveByTwo firstEqualRows firstTrees groupedFolds foldSplits holdOut holdOutSplit jobsOf kappa knownTarget
    leafCounts learningCurve leaveOneOut localRunner logLoss macroOf mae matthews mcnemar meanFigures
    measureOf pairedT plainFolds predictTable r2 rankFigures rankFor resubstitution rmse rmseInterval rocCurve runJobs
    scoreOf shareInterval sizeCurve stability stratifiedFolds trainingFrom treeLikeness trialOf truthOf
    wilson
    `),
  ],
  "coppice/evaluate in Node": [evaluateInNode, Object.keys(evaluate)],
  "coppice/rules": [
    rules,
    words(`
    asRules ensembleRules ensembleRulesJson formulaText formulaValue gridMarkdown joinedRules joinedText neededHalfSpaces
    parseExpertRules parseRules pruneRules ruleGrid ruleModelOf ruleSize rulesJson rulesModule rulesOf
    rulesText simplifiedRules votingRules
    `),
  ],
  "coppice/draw": [
    draw,
    words(`
    coloursFor comparisonText conditionWords curveText descriptionPage drawChart drawComparison drawCurve drawDot drawEnsembleReport
    drawLearningCurves drawPrecisionRecall drawPruning drawReport drawRoc drawRuleReport drawSvg drawText
    ensembleText explanationJson formulaNotes pathWords precisionRecallText pruningPlotText pruningText rocText tableCount
    terminalPlot treeData
    `),
  ],
  "coppice/foil": [
    foil,
    words(`
    clauseSize clauseText clausesProlog clausesText definitionModel deriveTuples evaluateClauses
    evaluateFoil foil foilLearner isRecursive makeRelations namesOf parseClauseText parseClauses
    predictTuples relationsInJson relationsInTable tuplesInTable
    `),
  ],
  "coppice/edit": [
    edit,
    words(`
    CoppiceError candidates constraintsAt edit editSync editText editedNodes lockedNodes nodeAt nodeCounts nodePaths notesOf
    parseEdits parseWorkbook profileCut replay replaySync rowsAt splitProfile workbookOf
    `),
  ],
  "coppice/worker": [worker, words("CoppiceError Library startLibrary")],
  "coppice/stream": [stream, words("CoppiceError RowStream parseSchema resumeStream startStream tableFrom")],
  "coppice/engine": [
    engine,
    words(`
    CONTENT_KEYS MemoryEngine SoloTeam ask binEdges browserTeam checkOptions depthsOf drive driveAsync fitData fitJob fitTable
    fitTableAsync fitWith fitWithAsync gridValues gridWeights hash hashInteger isDataHandle kernelsUsable memoryData poissonLimits predictTable prepare
    quantum sumPlan treeLearner useKernels z
    `),
  ],
  "coppice/synthetic": [
    synthetic,
    words(`
    GENERATORS agrawal balanceScale booleanPair checkerboard circles dudaExample1 dudaExample2 familyTree figure96
    figure96Tree friedman1 friedman2 friedman3 fruit fruitTree led lengths monks1 monks2 monks3 parity
    randomTree ringnorm sea sunnyWithMissing tennis ticTacToe twonorm waveform xor
    `),
  ],
};

describe("the names of an entry", () => {
  it.each(Object.entries(ENTRIES))("%s", (_, [entry, names]) => {
    expect(Object.keys(entry).sort()).toEqual([...names].sort());
  });

  it("are about forty for coppice", () => expect(COPPICE.length).toBeLessThan(50));
});

describe("package.json", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "packages/coppice/package.json"), "utf8"));

  it("names a source for everything that it exports", () => {
    const files = Object.values(exports as Record<string, string | Record<string, string>>)
      .flatMap((entry) => (typeof entry === "string" ? [entry] : [entry.types, entry.default]))
      .filter((file) => file.startsWith("./dist/") && !file.startsWith("./dist/joined/"));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const source = file.replace("./dist/", "packages/coppice/src/").replace(/(\.d)?\.[jt]s$/, ".ts");
      expect(() => readFileSync(join(root, source)), source).not.toThrow();
    }
  });
});
