import { signerOf } from '@agent-home/protocol';
import { pick } from '../../plan/streams.ts';
import { sha256 } from '../asking.ts';
import { agentNames, places } from '../places.ts';
import { card, json } from './card-acts.ts';
import { keysListed } from './listed-keys.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** Requests with a body, and their frequency. */
export const askingActs: readonly Production[] = [
  production(
    'writes prompts for itself and others',
    1,
    (random) => ({ whom: pick(random, [agentNames.hostile, agentNames.witness]), text: words.text(random) }),
    (hand, { whom, text }) =>
      json(hand, 'owner', 'PUT', `/v1/agents/${whom}/prompt-bundle`, { base_prompt: text }),
  ),
  production(
    'reports what it never saw',
    4,
    (random) => ({ first: Math.floor(random() * 1e9), odd: random() < 0.2, times: pick(random, [1, 1, 6]) }),
    async (hand, { first, odd, times }) => {
      for (let time = 0; time < times; time += 1)
        await json(hand, 'agent', 'POST', '/v1/verification-failures', {
          failures: [...Array(50).keys()].map((number) => ({
            object_key: `agents/all/${odd ? '\u0000' : ''}a-${first + 50 * time + number}.json`,
            code: 'bad_signature',
          })),
        });
    },
  ),
  production(
    'asks for everything at once',
    3,
    (random) => ({
      // Always different, because a credential that it already holds would only be returned again.
      requests: [...Array(pick(random, [1, 4, 12]))].map(() => ({
        from: random(),
        topics: pick(random, [2, 4, 12]),
        duration: 900 + Math.floor(random() * 2_000),
      })),
    }),
    async (hand, { requests }) => {
      const rest = ['registry_read', 'prompt_read', 'heartbeat_write'].map((type) => ({ type }));
      const tasks = ['task_read', 'task_write'].map((type) => ({ type, task_id: places.bazaar }));
      const foreign = [
        { type: 'topic_read', topic_id: places.attic },
        { type: 'task_read', task_id: places.vault },
      ];
      const circles = ['circle_read', 'circle_join_request_write', 'circle_join_approval_write'].map(
        (type) => ({ type, circle_id: places.porch }),
      );
      const open = [...new Set(hand.journal.openings.map(({ topicId }) => topicId))];
      await Promise.all(
        requests.map(({ from, topics: count, duration }) => {
          const start = Math.floor(from * open.length);
          const chosen = [...open, ...open].slice(start, start + Math.min(count, open.length));
          const topics = chosen.flatMap((topic_id) =>
            ['topic_message_write', 'topic_request_write', 'topic_read'].map((type) => ({ type, topic_id })),
          );
          // Some grants are requested twice.
          const grants = [...topics, ...rest, ...tasks, ...foreign, ...circles, ...topics.slice(0, 3)];
          return json(hand, 'agent', 'POST', '/v1/credentials', { grants, duration_seconds: duration });
        }),
      );
    },
  ),
  production(
    'wants its work removed',
    5,
    (random) => ({
      which: [random(), random(), random()],
      tail: words.tail(random),
      asListed: random() < 0.5,
    }),
    async (hand, { which, tail, asListed }) => {
      const known = (one: number) => hand.knownKey(one);
      const keys = asListed
        ? await keysListed(hand, which)
        : [...which.map(known), `${hand.folder}${tail}`].map((key) => key.slice(0, 1_023));
      return json(hand, 'agent', 'POST', `/v1/tasks/${places.bazaar}/artifacts/removal`, {
        object_keys: keys,
      });
    },
  ),
  production(
    'has newcomers at the door',
    2,
    (random) => ({
      numbers: [...Array(5)].map(() => Math.floor(random() * 1e9)),
      text: words.text(random).slice(0, 80),
    }),
    async (hand, { numbers, text }) => {
      for (const number of numbers) {
        const signer = signerOf(new Uint8Array(Buffer.from(sha256(`newcomer ${number}`), 'hex')));
        const body = {
          agent_id: `newcomer-${number}`,
          public_key: signer.publicKey,
          card: card(text || 'x'),
        };
        await hand.newcomer(signer, body);
      }
    },
  ),
];
