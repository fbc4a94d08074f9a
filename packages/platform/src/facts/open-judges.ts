import type { Judges } from '../platform.ts';
import { extractiveSummarizer } from '../summaries/extractive-summarizer.ts';
import { loadIdioms } from './idiom-dictionary.ts';
import { formJudge } from './poem-judge.ts';
import { formSafety } from './proposal-safety.ts';

/** What a home judges with unless its operator puts something else behind the ports. None of it asks a model. */
export async function openJudges(idiomsFile?: string): Promise<Judges> {
  return {
    dictionary: await loadIdioms(idiomsFile),
    poemJudge: formJudge,
    proposalSafety: formSafety,
    summarizer: extractiveSummarizer,
  };
}
