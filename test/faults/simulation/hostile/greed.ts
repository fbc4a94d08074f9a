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
  const startedAt = Date.now();
  const end = startedAt + forMs;
  let [asked, toldItsShare, toldNoneLeft] = [0, 0, 0];
  const given = new Set<string>();
  const ask = async () => {
    while (Date.now() < end) {
      asked += 1;
      const start = asked % topics.length;
      const reads = [...topics.slice(start), ...topics]
        .slice(0, topicsAtOnce)
        .map((topic_id) => ({ type: 'topic_read', topic_id }));
      // What is kept for turns is there for whoever asks for one.
      const grants = [{ type: 'topic_message_write', topic_id: places.den }, ...reads];
      const body = { grants, duration_seconds: 900 + asked };
      const answer = await mallory.call('POST', '/v1/credentials', body).catch(() => undefined);
      if (String(answer?.body.detail).includes('has had its share')) toldItsShare += 1;
      if (String(answer?.body.detail).includes('than the token service gives')) toldNoneLeft += 1;
      for (const id of keyIdsOf(answer?.body.credentials)) given.add(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  const seconds = (Date.now() - startedAt) / 1_000;
  journal.greed = { seconds, given: given.size, toldItsShare, toldNoneLeft };
}

/** One for each call to the token service: what was there already is told again under the id that it had. */
function keyIdsOf(credentials: unknown): string[] {
  if (!Array.isArray(credentials)) return [];
  return credentials.map((credential: { access_key_id?: unknown }) => String(credential.access_key_id));
}
