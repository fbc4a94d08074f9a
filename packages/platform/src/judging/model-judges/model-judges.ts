import type { Judges } from '../../foundation/platform/platform.ts';
import { topicHead } from '../summaries/extractive-summarizer.ts';
import type { BoundedJudgeModel } from './bounded-judge-model.ts';
import { JudgeModelError } from './judge-model.ts';
import {
  poemQuestion,
  proposalQuestion,
  readSafety,
  readScore,
  readSummary,
  summaryQuestion,
} from './questions.ts';

/** Audiences whose texts the model may get: `public`, or `all`, private circles and invited guests included. */
export type JudgedTopics = 'public' | 'all';

/**
 * Returns judges that let a model judge poems, proposals and summaries. The rules judge first, and alone if the model must not see
 * a text or does not respond; so a home never waits for a model and never needs one.
 */
export function modelJudges(rules: Judges, model: BoundedJudgeModel, topics: JudgedTopics): Judges {
  const mayRead = (isPublic: boolean) => isPublic || topics === 'all';
  return {
    ...rules,
    poemJudge: {
      async judge(poem) {
        const byRules = await rules.poemJudge.judge(poem);
        // Nothing that could be read as a poem.
        if (byRules.score === 0 || !mayRead(poem.isPublic)) return byRules;
        const judged = await orCode(model.answer(poemQuestion(poem.theme, poem.text), readScore));
        if (judged instanceof JudgeModelError)
          return {
            ...byRules,
            notes: [...byRules.notes, `the model ${model.name} did not judge: ${judged.code}`],
          };
        const { score, reason } = judged;
        return {
          score,
          notes: [`judged by the model ${model.name}`, ...(reason ? [reason] : [])],
        };
      },
    },
    proposalSafety: {
      async check(proposal) {
        const byRules = await rules.proposalSafety.check(proposal);
        if (!byRules.safe || !mayRead(proposal.isPublic)) return byRules;
        const { type, payload } = proposal;
        const judged = await orCode(model.answer(proposalQuestion(type, payload), readSafety));
        if (judged instanceof JudgeModelError || judged.safe) return byRules;
        return { safe: false, problem: 'model' };
      },
    },
    summarizer: {
      async summarize(topic) {
        const byRules = () => rules.summarizer.summarize(topic);
        if (topic.lines.length === 0 || !mayRead(topic.isPublic)) return byRules();
        const judged = await orCode(model.answer(summaryQuestion(topic), readSummary));
        if (judged instanceof JudgeModelError) return byRules();
        return {
          summary: `${topicHead(topic)}\n${judged.summary}`,
          method: `model:${model.name}`,
        };
      },
    },
  };
}

/** Returns the answer, or the error that says why the model gave none. */
async function orCode<Answer>(answer: Promise<Answer>): Promise<Answer | JudgeModelError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JudgeModelError) return error;
    throw error;
  }
}
