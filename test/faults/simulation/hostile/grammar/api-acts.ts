import { pick, type Random } from '../../plan/streams.ts';
import type { Caller } from '../asking.ts';
import { agentNames, places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

const callers: readonly Caller[] = ['agent', 'agent', 'anonymous', 'owner', 'forged'];
const ids: readonly string[] = [
  ...[places.loft, places.upstairs, places.parlour],
  ...[places.square, places.attic, places.vault, places.hearth, places.duel, places.bazaar, places.porch],
  ...[
    agentNames.witness,
    agentNames.friend,
    agentNames.hostile,
    'nobody',
    '%00',
    '..',
    'x'.repeat(300),
    '%EF%B7%BA',
  ],
];

/** Returns a path from the home's own API description, with a value for each parameter. */
function path(route: string, values: readonly string[]): string {
  let used = 0;
  return route.replaceAll(/\{[^}]+\}/g, () => {
    used += 1;
    return values[(used - 1) % values.length] ?? '';
  });
}

const parameters: readonly string[] = [
  'after',
  'limit',
  'wait',
  'key',
  'q',
  'cursor',
  'before',
  'mode',
  'status',
  'agent',
  'from',
];
const oddQuery = (random: Random) => ({
  route: random(),
  values: [0, 1, 2].map(() => pick(random, ids)),
  pairs: [0, 1, 2].map(() => ({ which: random(), value: words.queryValue(random) })),
  as: pick(random, callers),
});

export const apiActs: readonly Production[] = [
  production(
    'calls any route',
    14,
    (random) => ({
      route: random(),
      values: [0, 1, 2].map(() => pick(random, ids)),
      as: pick(random, callers),
      body: words.json(random),
      pair: `${pick(random, parameters)}=${words.queryValue(random)}`,
    }),
    async (hand, { route, values, as, body, pair }) => {
      const { routes } = hand.memory;
      const chosen = routes[Math.floor(route * routes.length)];
      if (!chosen) return;
      const target = `${path(chosen.path, values)}?${pair}`;
      const pace = chosen.path.includes('stream') || chosen.path.includes('feed') ? { dropAfterMs: 400 } : {};
      const text = chosen.method === 'GET' || chosen.method === 'HEAD' ? '' : JSON.stringify(body);
      await hand.api({ as, method: chosen.method, path: target, text, pace });
    },
  ),
  production('asks with odd values', 12, oddQuery, async (hand, { route, values, pairs, as }) => {
    const asking = hand.memory.routes.filter(({ method, query }) => method === 'GET' && query.length > 0);
    const chosen = asking[Math.floor(route * asking.length)];
    if (!chosen) return;
    // Each value is also sent alone, because the refusal of one value hides the effect of another.
    for (const { which, value } of pairs) {
      const pair = `${chosen.query[Math.floor(which * chosen.query.length)]}=${value}`;
      const target = `${path(chosen.path, values)}?${pair}`;
      await hand.api({ as, method: 'GET', path: target, pace: { dropAfterMs: 3_000 } });
    }
  }),
  production(
    'reads what lies in the bucket',
    5,
    (random) => ({ target: words.target(random), as: pick(random, callers) }),
    (hand, { target, as }) => {
      const key = encodeURIComponent(hand.getKey(target, `${hand.folder}work-0.txt`));
      return hand.api({ as, method: 'GET', path: `/v1/public/objects?key=${key}` });
    },
  ),
  production(
    'searches for what is private',
    3,
    (random) => ({
      words: pick(random, ['private', 'wq', '秋月', 'x0x', 'line', ' ', '%']),
      as: pick(random, callers),
    }),
    (hand, { words: asked, as }) =>
      hand.api({ as, method: 'GET', path: `/v1/public/search?q=${encodeURIComponent(asked)}` }),
  ),
];
