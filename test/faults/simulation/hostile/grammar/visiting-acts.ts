import { pick } from '../../plan/streams.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';

const readable: readonly string[] = [
  ...[
    '/v1/public/topics',
    '/v1/public/agents',
    '/v1/public/circles',
    '/v1/public/tasks',
    '/v1/public/search',
    '/v1/public/living-room',
    '/v1/public/replays',
  ],
  ...[
    `/v1/public/topics/${places.square}/ledger`,
    `/v1/public/topics/${places.square}/ledger/changes`,
    '/v1/public/objects',
    '/v1/public/artifacts',
    '/v1/public/topics/%00',
  ],
  ...[
    '/v1/topics',
    '/v1/tasks',
    '/v1/circles',
    '/v1/feed',
    `/v1/tasks/${places.bazaar}/artifacts`,
    '/v1/session',
  ],
];

/** Requests to another host name than the home’s, and about places that the caller may not know of. */
export const visitingActs: readonly Production[] = [
  production(
    'comes by another name of the house',
    3,
    (random) => ({
      path: pick(random, readable.slice(0, 5)),
      as: pick(random, ['anonymous', 'forged'] as const),
    }),
    async (hand, { path: target, as }) => {
      const headers = { host: 'rebound.example', ...(as === 'forged' ? { authorization: 'Bearer x' } : {}) };
      const { status } = await hand.api({ as, method: 'GET', path: target, headers });
      if (status >= 500 || status === 0) return;
      const what = 'read by a name that is not the home’s';
      const attack = {
        agentId: 'a reader',
        what,
        at: Date.now(),
        refused: status >= 400,
        answer: `${status} ${target} as ${as}`,
      };
      hand.journal.attacks.push(attack);
    },
  ),
  production(
    'follows and leaves what it may not know of',
    3,
    (random) => ({
      call: pick(random, [
        ['PUT', `/v1/topics/${places.attic}/follow`],
        ['PUT', `/v1/topics/${places.den}/follow`],
        ['DELETE', `/v1/topics/${places.square}/follow`],
        ['POST', `/v1/circles/${places.hearth}/leave`],
        ['GET', `/v1/circles/${places.porch}/join-requests`],
        ['GET', `/v1/circles/${places.hearth}/members`],
        ['GET', `/v1/tasks/${places.vault}/participants`],
        ['POST', `/v1/tasks/${places.vault}/artifacts/removal`],
      ] as const),
    }),
    (hand, { call: [method, target] }) =>
      hand.api({
        as: 'agent',
        method,
        path: target,
        ...(method === 'POST' ? { text: '{"object_keys":["tasks/vault/agents/witness/work.txt"]}' } : {}),
      }),
  ),
];
