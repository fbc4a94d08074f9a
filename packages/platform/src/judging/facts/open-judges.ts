import { loadIdioms } from '../../foundation/judges/idiom-dictionary.ts';
import { formJudge } from '../../foundation/judges/poem-judge.ts';
import { formSafety } from '../../foundation/judges/proposal-safety.ts';
import type { Judges } from '../../foundation/platform/platform.ts';
import { extractiveSummarizer } from '../summaries/extractive-summarizer.ts';

/** Opens a home's default judges, which an operator can replace. None of these calls a model. */
export async function openJudges(idiomsFile?: string): Promise<Judges> {
  return {
    dictionary: await loadIdioms(idiomsFile),
    poemJudge: formJudge,
    proposalSafety: formSafety,
    summarizer: extractiveSummarizer,
  };
}
