import type { Journal } from '../journal/journal.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';

const forMs = 2_500;
const atOnce = 4;
/** More than one policy holds. */
const topicsAtOnce = 30;

/**
 * Asks without a pause for all that it may read, and for one turn, a little longer each time, so that nothing of it is there
 * already: as much as the home’s token service gives in a second, for longer than what is kept for others would last.
 */
export async function spendTheRate({ mallory }: Neighbourhood, journal: Journal): Promise<void> {
  const topics = [...new Set(journal.openings.map(({ topicId }) => topicId))];
  const greed = { asked: 0, toldItsShare: 0 };
  const end = Date.now() + forMs;
  const ask = async () => {
    while (Date.now() < end) {
      greed.asked += 1;
      const start = greed.asked % topics.length;
      const reads = [...topics.slice(start), ...topics]
        .slice(0, topicsAtOnce)
        .map((topic_id) => ({ type: 'topic_read', topic_id }));
      // What is kept for turns is there for whoever asks for one.
      const grants = [{ type: 'topic_message_write', topic_id: places.den }, ...reads];
      const body = { grants, duration_seconds: 900 + greed.asked };
      const answer = await mallory.call('POST', '/v1/credentials', body).catch(() => undefined);
      if (String(answer?.body.detail).includes('has had its share')) greed.toldItsShare += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  journal.greed = greed;
}
