import { CoppiceError } from "../base/errors.js";
import type { OnProgress } from "../learn/learner.js";
import type { Model } from "../model/model.js";
import { fitOnDisk } from "../targets/disk/fitOnDisk.js";
import type { SpilledCells } from "../targets/disk/spilledCells.js";
import type { NodeTeam } from "../targets/nodeTeam.js";
import type { Estimate } from "../use/evaluate/estimate.js";
import type { Score } from "../use/evaluate/score.js";
import { ownEstimate } from "./assessment.js";
import { checkpointsOf } from "./checkpoint.js";
import type { FitFlags } from "./fitFlags.js";
import type { Io } from "./io.js";
import { fitSpecOf } from "./learn.js";
import type { Training } from "./readTraining.js";
import { scoreOfBlocks, scoreOfSums } from "./scoreOfBlocks.js";
import { wantsRows } from "./wantsRows.js";

export interface FromDisk {
  readonly model: Model;
  /** On the rows that it was learned from. */
  readonly score: Score;
  readonly estimate: Estimate | undefined;
  /** Seconds to code them, and to predict them. */
  readonly coded: number;
  readonly predicted: number;
}

function refuse(flags: FitFlags): void {
  const wrong = wantsRows(flags);
  if (wrong === undefined) return;
  throw new CoppiceError("OPTION_CONFLICT", `${wrong} needs the rows in memory, and --engine is disk`, {
    name: wrong,
    rule: "--engine memory",
  });
}

/** Learns from a table whose rows are not in memory, or do not stay there. */
export async function fitFromDisk(
  io: Io,
  training: Training,
  flags: FitFlags,
  onProgress: OnProgress,
  {
    team,
    rules,
    cells,
  }: {
    readonly team: NodeTeam | undefined;
    readonly rules: string | undefined;
    readonly cells: SpilledCells | undefined;
  },
): Promise<FromDisk> {
  refuse(flags);
  const { memory, scratch, threads } = flags;
  const spec = fitSpecOf(training, flags, rules);
  const checkpoint = await checkpointsOf(io, flags);
  const begun = io.clock();
  let coded = 0;
  const onCoded = () => {
    coded = io.clock() - begun;
    cells?.close();
  };
  return io.interruptible((signal) =>
    fitOnDisk(
      training.table,
      { ...spec, memory, scratch, threads, team, onProgress, signal, checkpoint, onCoded },
      async (model, data, threads) => {
        const started = io.clock();
        const sums =
          "scored" in data
            ? await scoreOfSums(model, data)
            : await scoreOfBlocks(model, data.blocks!(), threads);
        const predicted = io.clock() - started;
        const how = flags.assess === "oob" ? "oob" : "auto";
        const estimate = flags.assess === "none" ? undefined : ownEstimate(model, how, () => sums);
        return { model, score: sums.score, estimate, coded, predicted };
      },
    ),
  );
}
