import type { Judged, Topic } from '@agent-home/sdk';
import { type Answer, done, refused } from '../answers/answer.ts';
import { Page } from '../answers/page.ts';
import { getCode, getKey } from '../answers/plain-words.ts';
import { wordsIn } from '../topics/in-topic.ts';

/** Returns the ledger's verdict on a message or request. */
export async function verdictAnswer(
  topic: Topic,
  judged: Judged,
  further: readonly string[] = [],
): Promise<Answer> {
  const { outcome, sequence, reason, explanation, objectKey } = judged;
  const page = new Page();
  if (outcome === 'accepted') {
    page.say(`Accepted as entry ${sequence} (object_key ${getKey(objectKey)}).`, ...further);
    return done(page, 'accepted');
  }
  const code = getCode(reason ?? outcome);
  const { what, wayOut } = await wordsIn(topic, code);
  page.say(`Not accepted [${code}], entry ${sequence}: ${what} ${wayOut}`);
  if (explanation !== undefined) page.quote('Message of the home:', explanation, 600);
  return refused(page, code);
}
