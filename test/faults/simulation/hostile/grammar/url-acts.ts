import type { RawRequest } from '../../../../../packages/oss-emulator/src/testing/raw-request.ts';
import { pick } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** Changes to a URL that was signed for another request. */
const changes: Record<string, (url: RawRequest) => RawRequest> = {
  key: (url) => ({ ...url, target: url.target.replace('?', '-else?') }),
  method: (url) => ({ ...url, method: url.method === 'GET' ? 'PUT' : 'GET', body: 'x' }),
  subresource: (url) => ({ ...url, target: `${url.target}&tagging` }),
  expires: (url) => ({ ...url, target: url.target.replace(/x-oss-expires=\d+/, 'x-oss-expires=86399') }),
  header: (url) => ({ ...url, headers: { ...url.headers, 'x-oss-object-acl': 'public-read-write' } }),
  token: (url) => ({ ...url, target: url.target.replace(/&x-oss-security-token=[^&]*/, '') }),
};

const grants: readonly Record<string, string>[] = [
  { type: 'task_write', task_id: places.bazaar },
  { type: 'task_read', task_id: places.bazaar },
  { type: 'topic_read', topic_id: places.duel },
  { type: 'registry_read' },
  { type: 'heartbeat_write' },
];

interface Handing {
  grant: Record<string, string>;
  own: boolean;
  target: words.Target;
  method: string;
  query: Record<string, string>;
  seconds: number | string;
  ageSeconds: number;
  change: string;
}

/** Presigns a URL for one of its rights and lets a client without rights use it. */
async function handOn(hand: Hand, handing: Handing): Promise<void> {
  const { grant, own, target, method, query, seconds, ageSeconds, change } = handing;
  const credential = await hand.credential(grant);
  if (!credential) return;
  const mine = `${hand.folder}by-url.txt`;
  const key = own ? mine : hand.getKey(target, mine);
  const body = method === 'PUT' ? { body: Buffer.from('by a URL') } : {};
  const { status } = await hand.throughUrl(credential, {
    ask: { method, key, query, ...body },
    signing: { expiresSeconds: seconds, time: Date.now() - ageSeconds * 1_000 },
    change: changes[change],
  });
  // The URL was signed so that it expires before it is used.
  const isOver = typeof seconds === 'number' && ageSeconds > seconds;
  if (status === 0 || (change === 'nothing' && !isOver)) return;
  hand.journal.attacks.push({
    agentId: hand.mallory.agentId,
    at: Date.now(),
    refused: status >= 400,
    answer: String(status),
    what: `used a URL ${change === 'nothing' ? 'that was over' : `of which the ${change} was changed`}`,
  });
}

/** Uses of a right as a presigned URL, which works without a further signature for any holder. */
export const urlActs: readonly Production[] = [
  production(
    'hands its rights on as a URL',
    6,
    (random) => ({
      grant: pick(random, grants),
      own: random() < 0.4,
      target: words.target(random),
      method: pick(random, ['GET', 'GET', 'PUT', 'HEAD', 'DELETE']),
      query: pick<Record<string, string>>(random, [{}, {}, {}, { symlink: '' }, { acl: '' }, { append: '' }]),
      seconds: pick<number | string>(random, [60, 60, 3_600, 604_800, 604_801, 0, -1, 'for ever']),
      ageSeconds: pick(random, [0, 0, 0, 100, 7_200, -600]),
      change: pick(random, ['nothing', 'nothing', ...Object.keys(changes)]),
    }),
    handOn,
  ),
  production(
    'has somebody else write its line',
    4,
    (random) => ({
      text: words.text(random).slice(0, 300),
      seconds: pick(random, [1, 60, 604_800]),
      again: random() < 0.5,
    }),
    async (hand, { text, seconds, again }) => {
      const { mallory } = hand;
      const [held] = await mallory.ask(places.square, ['topic_message_write']);
      const place = held?.record.keys[0];
      if (!held || !place) return;
      const { key, notAfter } = place;
      const id = key.replace(/^.*\/|\.json$/g, '');
      for (const version of again ? [text, `${text} again`] : [text]) {
        const line = mallory.message(places.square, id, { content: { text: version } });
        await mallory.noted(held, { key, notAfter, how: 'by a URL', text: line }, async () => {
          const ask = { method: 'PUT', key, body: Buffer.from(line) };
          const signing = { expiresSeconds: seconds, time: Date.now() };
          const { status } = await hand.throughUrl(held.credential, { ask, signing });
          if (status < 200 || status >= 300)
            throw Object.assign(new Error(`the store answered ${status}`), status > 0 ? { status } : {});
        });
      }
    },
  ),
];
