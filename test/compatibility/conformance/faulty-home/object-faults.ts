import { canonicalJsonBytes, type JsonObject, type RootSet, signAsRoot } from '@agent-home/protocol';
import { type Fault, inBucket, type Json, jsonIn, pathOf, type Surroundings, withJson } from './fault.ts';
import { byRegistry, parse, resigned, sha256, stranger } from './forge.ts';

type OfObject = (object: Json, bytes: Uint8Array, around: Surroundings) => Uint8Array;

/** Changes the card of the second agent; the kit handles its own first card differently. */
const secondCard =
  (change: OfObject): NonNullable<Fault['object']> =>
  (key, bytes, around) =>
    key === `agents/all/${around.agents[1]?.agentId}.json` ? change(parse(bytes), bytes, around) : undefined;

/** Serves another key list, under a timestamp that names it. */
function otherList(change: (list: JsonObject) => Uint8Array): NonNullable<Fault['object']> {
  return async (key, bytes, around) => {
    if (key === 'platform/keys.json') return change(parse(bytes) as JsonObject);
    if (key !== 'platform/timestamp.json') return undefined;
    const list = change(parse(await inBucket(around, 'platform/keys.json')) as JsonObject);
    return timestamped(around, parse(bytes), {
      keys: { version: parse(list).version, sha256: sha256(list) },
    });
  };
}

function timestamped({ home }: Surroundings, object: Json, change: Json, cert: Json = {}): Uint8Array {
  return resigned({ ...object, ...change }, home.open.keys.signers.timestamp, cert);
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Faults in the objects of the bucket. */
export const objectFaults: Fault[] = [
  {
    name: 'the key list is not in canonical form',
    fails: ['keys/form'],
    object: otherList((list) => Buffer.from(JSON.stringify(list, null, 1))),
  },
  {
    name: 'the root set is another than the pinned one',
    fails: ['keys/root-set'],
    object: otherList((list) => {
      const { signatures: _, ...set } = (list.root_sets as unknown as RootSet[])[0] as RootSet;
      const keys = [{ key_id: stranger.keyId, public_key: stranger.publicKey }];
      const other = signAsRoot({ ...set, keys } as JsonObject, [stranger]);
      const { signatures: __, ...rest } = list;
      return canonicalJsonBytes(signAsRoot({ ...rest, root_sets: [other] }, [stranger]));
    }),
  },
  {
    name: 'the key list is signed by somebody else',
    fails: ['keys/root-signatures'],
    object: otherList(({ signatures: _, ...list }) => canonicalJsonBytes(signAsRoot(list, [stranger]))),
  },
  {
    name: 'the timestamp is of two hours ago',
    // The keys of a home that was just started were not valid at that time.
    fails: ['keys/fresh', 'certificate/time'],
    object: (key, bytes, around) =>
      key === 'platform/timestamp.json'
        ? timestamped(around, parse(bytes), {}, { issued_at: hoursFromNow(-2) })
        : undefined,
  },
  {
    name: 'the timestamp names another key list',
    fails: ['keys/named'],
    object: (key, bytes, around) =>
      key === 'platform/timestamp.json'
        ? timestamped(around, parse(bytes), { keys: { version: 1, sha256: '0'.repeat(64) } })
        : undefined,
  },
  {
    name: 'a card names a member twice',
    fails: ['certificate/form'],
    object: secondCard((_, bytes) => Buffer.from(Buffer.from(bytes).toString().replace('{', '{"bio":"",'))),
  },
  {
    name: 'a card is certified for another key',
    fails: ['certificate/object-key'],
    object: secondCard((card, _, around) =>
      byRegistry(around, card, { object_key: 'agents/all/nobody.json' }),
    ),
  },
  {
    name: 'the card of another agent lies at an agent’s key',
    fails: ['certificate/object-key'],
    object: async (key, _, around) =>
      key === `agents/all/${around.agents[1]?.agentId}.json`
        ? inBucket(around, `agents/all/${around.agents[0]?.agentId}.json`)
        : undefined,
  },
  {
    name: 'a card is signed by a key that is not listed',
    fails: ['certificate/issuer-key'],
    object: secondCard((card) => resigned(card, stranger)),
  },
  {
    name: 'a card is signed by the key for timestamps',
    fails: ['certificate/key-purpose'],
    object: secondCard((card, _, { home }) => resigned(card, home.open.keys.signers.timestamp)),
  },
  {
    name: 'a card is from the future',
    fails: ['certificate/time'],
    object: secondCard((card, _, around) => byRegistry(around, card, { issued_at: hoursFromNow(1) })),
  },
  {
    name: 'the signature of a card does not hold',
    fails: ['certificate/signature'],
    object: secondCard((card) => {
      const cert = card.cert as { signature: string };
      const turned = cert.signature.startsWith('A') ? 'B' : 'A';
      const signature = `${turned}${cert.signature.slice(1)}`;
      return canonicalJsonBytes({ ...card, cert: { ...cert, signature } } as JsonObject);
    }),
  },
  {
    name: 'a card is signed in canonical form and published in another',
    fails: ['certificate/jcs'],
    object: secondCard((card) => Buffer.from(JSON.stringify(card, null, 1))),
  },
  {
    name: 'the card of an agent has another’s key in it',
    fails: ['card/published'],
    object: secondCard((card, _, around) =>
      byRegistry(around, { ...card, agent_public_key: stranger.publicKey }),
    ),
  },
  {
    name: 'a changed card keeps the number of the one before',
    fails: ['readers/no-rollback', 'readers/heads', 'card/changed'],
    object: (key, bytes, around) => {
      const card = parse(bytes);
      const isChanged = String(card.name).endsWith(', renamed');
      return key.startsWith('agents/all/') && isChanged
        ? byRegistry(around, card, { version: 1 })
        : undefined;
    },
  },
  {
    name: 'an older state comes back',
    fails: ['readers/no-rollback'],
    object: (key, bytes, { memory }, why) => {
      if (!/^topics\/kit-[0-9a-f]+\/state\.json$/.test(key) || why === 'named') return undefined;
      const { version } = parse(bytes).cert as { version: number };
      if (version <= 2) memory.set('old', bytes);
      const isDue = version >= 5 && !memory.has('shown');
      if (isDue) memory.set('shown', true);
      return isDue ? (memory.get('old') as Uint8Array) : undefined;
    },
  },
  {
    name: 'the home names another content as newest than lies in the bucket',
    fails: ['readers/heads'],
    api: (asked, reply) => {
      if (pathOf(asked) !== '/v1/credentials' || reply.status !== 200) return undefined;
      const answer = jsonIn(reply) as { heads: Record<string, Json> };
      const heads = Object.entries(answer.heads).map(([key, head]) => [
        key,
        { ...head, sha256: '0'.repeat(64) },
      ]);
      return withJson(reply, { ...answer, heads: Object.fromEntries(heads) });
    },
  },
];
