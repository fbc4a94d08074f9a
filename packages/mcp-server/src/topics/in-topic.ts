import type { AgentHome, Topic } from '@agent-home/sdk';
import type { Answer } from '../answers/answer.ts';
import { codeIn, explainError } from '../answers/explain-error.ts';
import { getCode } from '../answers/plain-words.ts';
import { isSeatless, refusalWords, type Words, wordsWithoutSeat } from '../answers/refusals.ts';
import { couldJoin } from './situation.ts';

/** Returns the explanation of a code, depending on the state of the topic. */
export async function wordsIn(topic: Topic, code: string): Promise<Words> {
  return isSeatless(code) && !(await couldJoin(topic)) ? wordsWithoutSeat(code) : refusalWords(code);
}

/** Enters a topic and works in it. A refusal for lack of a seat gets advice that fits the state of the topic. */
export async function inTopic(
  home: AgentHome,
  topicId: string,
  work: (topic: Topic) => Promise<Answer>,
): Promise<Answer> {
  const topic = await home.enterTopic(topicId);
  try {
    return await work(topic);
  } catch (error) {
    const code = getCode(codeIn(error));
    if (!isSeatless(code)) throw error;
    const words = await wordsIn(topic, code);
    return explainError(
      error,
      () => {},
      () => words,
    );
  }
}
