import type { Journal } from '../journal/journal.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';

const forMs = 2_500;
const atOnce = 4;
/** More topics than fit into one policy. */
const topicsAtOnce = 30;

/**
 * Requests all readable topics and one turn without a pause, with a longer duration each time, so that no credential can be reused.
 * This consumes the home’s token service rate for longer than the reserve for others would last.
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
      // The reserve for turns is available to every request for one.
      const grants = [{ type: 'topic_message_write', topic_id: places.den }, ...reads];
      const body = { grants, duration_seconds: 900 + asked };
      const answer = await mallory.call('POST', '/v1/credentials', body).catch(() => undefined);
      if (String(answer?.body.detail).includes('has used its share')) toldItsShare += 1;
      if (String(answer?.body.detail).includes('than the token service allows')) toldNoneLeft += 1;
      for (const id of collectKeyIds(answer?.body.credentials)) given.add(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  const seconds = (Date.now() - startedAt) / 1_000;
  journal.greed = { seconds, given: given.size, toldItsShare, toldNoneLeft };
}

/** Returns the access key ids, one for each call to the token service: a reused credential keeps its id. */
function collectKeyIds(credentials: unknown): string[] {
  if (!Array.isArray(credentials)) return [];
  return credentials.map((credential: { access_key_id?: unknown }) => String(credential.access_key_id));
}
