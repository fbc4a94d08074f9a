import type { Journal } from '../journal/journal.ts';
import type { Memory } from './asking.ts';
import { readOnUpstairs } from './grammar/door-acts.ts';
import { Hand } from './hand.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';
import { sayPrivately } from './private-words.ts';
import { loadCredential } from './rights.ts';

/**
 * Removes the hostile resident from a topic that continues elsewhere. It tries everything to read the messages
 * there.
 */
export async function continueElsewhere(
  neighbourhood: Neighbourhood,
  journal: Journal,
  memory: Memory,
): Promise<void> {
  const { admin, mallory, witness, secrets } = neighbourhood;
  const moderation = `/v1/topics/${places.loft}/moderation`;
  await admin.must('POST', moderation, { action: 'eject', agent_id: mallory.agentId });
  await admin.must('POST', moderation, { action: 'continue', new_topic_id: places.upstairs });
  await sayPrivately({ secrets }, witness, places.upstairs, 'a line of a topic that goes on elsewhere');
  for (const type of ['topic_read', 'topic_message_write']) {
    const credential = await loadCredential(mallory, { type, topic_id: places.upstairs }).catch(
      () => undefined,
    );
    if (credential) memory.formerRights.push(credential);
  }
  await readOnUpstairs(new Hand(neighbourhood, journal, memory, 'goes on where it was put out'));
}
