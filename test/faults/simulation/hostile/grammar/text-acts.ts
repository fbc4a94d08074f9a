import { getId } from '../../../../support/raw-agent.ts';
import { pick } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** Puts the same text at every granted key: valid messages, as any agent writes them. */
async function say(hand: Hand, topicId: string, text: string, how: string): Promise<void> {
  const { mallory } = hand;
  const [held] = await mallory.ask(topicId, ['topic_message_write']);
  for (const { key, notAfter } of held?.record.keys ?? []) {
    if (!held) return;
    const line = mallory.message(topicId, getId(key), { content: { text } });
    await mallory.put(held, key, line, how, notAfter);
  }
}

export const textActs: readonly Production[] = [
  production(
    'says what grows',
    // Repeated often, because the comparison of messages with each other is slow only for many.
    12,
    (random) => ({
      length: pick(random, [2_000, 6_000, 10_000]),
      between: pick(random, ['', ' ', '。']),
      isMarked: random() < 0.5,
    }),
    (hand, { length, between, isMarked }) =>
      say(
        hand,
        places.den,
        isMarked ? words.marked : `${words.expanding}${between}`.repeat(length).slice(0, length),
        'text that grows',
      ),
  ),
  production(
    'says what turns and hides',
    3,
    (random) => ({ text: words.text(random) }),
    (hand, { text }) => say(hand, places.den, text, 'odd text'),
  ),
  production(
    'searches with what grows',
    2,
    (random) => ({ length: pick(random, [10, 100, 1_000]) }),
    (hand, { length }) =>
      hand.api({
        as: 'anonymous',
        method: 'GET',
        path: `/v1/public/search?q=${encodeURIComponent(words.expanding.repeat(length))}`,
      }),
  ),
  production(
    'asks to be let in with what turns',
    2,
    (random) => ({ text: words.text(random) }),
    async (hand, { text }) => {
      const grant = { type: 'circle_join_request_write', circle_id: places.porch };
      const credential = await hand.credential(grant);
      const key = credential?.keys[0]?.key;
      if (!credential || key === undefined) return;
      const request = {
        kind: 'circle_join_request',
        schema_version: 1,
        circle_id: places.porch,
        request_id: getId(key),
        agent_id: hand.mallory.agentId,
        created_at: new Date().toISOString(),
        note: text,
      };
      await hand.storeWith(credential, { method: 'PUT', key, body: Buffer.from(JSON.stringify(request)) });
    },
  ),
];
