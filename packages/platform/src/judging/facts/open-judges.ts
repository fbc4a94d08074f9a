import { loadIdioms } from '../../foundation/judges/idiom-dictionary.ts';
import { formJudge } from '../../foundation/judges/poem-judge.ts';
import { formSafety } from '../../foundation/judges/proposal-safety.ts';
import type { Judges, Platform } from '../../foundation/platform/platform.ts';
import { BoundedJudgeModel } from '../model-judges/bounded-judge-model.ts';
import type { JudgeModel } from '../model-judges/judge-model.ts';
import { type JudgedTopics, modelJudges } from '../model-judges/model-judges.ts';
import { extractiveSummarizer } from '../summaries/extractive-summarizer.ts';

/** Opens the judges of a home by rules, which call no model. */
export async function openJudges(idiomsFile?: string): Promise<Judges> {
  return {
    dictionary: await loadIdioms(idiomsFile),
    poemJudge: formJudge,
    proposalSafety: formSafety,
    summarizer: extractiveSummarizer,
  };
}

/** Returns judges that let a model judge poems, proposals and summaries, within the limits of the configuration. */
export function withJudgeModel(
  rules: Judges,
  model: JudgeModel,
  topics: JudgedTopics,
  { config, metrics, log, now }: Pick<Platform, 'config' | 'metrics' | 'log' | 'now'>,
): Judges {
  const bounds = {
    callsPerDay: config.judgeModelCallsPerDay,
    timeoutMs: config.judgeModelTimeoutMs,
    breaker: { failures: config.breakerFailures, seconds: config.breakerSeconds },
  };
  return modelJudges(rules, new BoundedJudgeModel(model, bounds, { metrics, log, now }), topics);
}
