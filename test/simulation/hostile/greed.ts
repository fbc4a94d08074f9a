import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';

const forMs = 2_500;
const atOnce = 6;

/**
 * Asks without a pause for rights, none of which it holds already: as much as the home’s token service
 * gives in a second, for longer than what is kept for others would last.
 */
export async function spendTheRate({ mallory }: Neighbourhood): Promise<void> {
  const grants = [
    { type: 'topic_message_write', topic_id: places.den },
    { type: 'topic_request_write', topic_id: places.den },
    { type: 'topic_request_write', topic_id: places.square },
  ];
  let asked = 0;
  const end = Date.now() + forMs;
  const ask = async () => {
    while (Date.now() < end) {
      asked += 1;
      const body = { grants, duration_seconds: 900 + asked };
      await mallory.call('POST', '/v1/credentials', body).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
}
