import { type Fault, inBucket, type Json, jsonIn, pathOf, type Reply, withJson } from './fault.ts';

interface Answer extends Json {
  credentials: (Json & { keys: Json[]; prefixes: Json[] })[];
  denied: Json[];
}

const ofCredentials =
  (change: (answer: Answer) => unknown) =>
  (asked: { target: string }, reply: Reply): Reply | undefined =>
    pathOf(asked) === '/v1/credentials' && reply.status === 200
      ? withJson(reply, change(jsonIn(reply) as Answer))
      : undefined;

const done = (body: Uint8Array = new Uint8Array()): Reply => ({
  status: 200,
  headers: { etag: '"0"', 'x-oss-object-type': 'Normal', 'last-modified': new Date().toUTCString() },
  body: Buffer.from(body),
});

/** Credentials that permit too much or differ from their description, and topics that are not public. */
export const accessFaults: Fault[] = [
  {
    name: 'a credential does not open what its grant says',
    fails: ['credentials/opens'],
    store: ({ method, key }) =>
      method === 'GET' && key === 'platform/policy.json' ? { ...done(), status: 403 } : undefined,
  },
  {
    name: 'a request for credentials is answered without what is newest',
    fails: ['schemas/answers'],
    api: ofCredentials(({ heads: _, ...answer }) => answer),
  },
  {
    name: 'credentials have ended before they are given',
    fails: ['credentials/lifetime'],
    api: ofCredentials((answer) => ({
      ...answer,
      credentials: answer.credentials.map((one) => ({
        ...one,
        expiration: new Date(Date.now() - 1000).toISOString(),
      })),
    })),
  },
  {
    name: 'one credential reads and writes',
    fails: ['credentials/one-class'],
    api: ofCredentials((answer) => {
      const reading = answer.credentials.find(({ prefixes }) => prefixes.length > 0);
      const writing = answer.credentials.find(({ keys }) => keys.length > 0);
      if (!reading || !writing) return answer;
      const both = { ...writing, grants: [...(reading.grants as Json[]), ...(writing.grants as Json[])] };
      return { ...answer, credentials: [both, ...answer.credentials.filter((one) => one !== writing)] };
    }),
  },
  {
    name: 'a ticket has ended before it is given',
    fails: ['credentials/tickets'],
    api: ofCredentials((answer) => ({
      ...answer,
      credentials: answer.credentials.map((one) => ({
        ...one,
        keys: one.keys.map((key) => ({ ...key, not_after: '2020-01-01T00:00:00.000Z' })),
      })),
    })),
  },
  {
    name: 'a credential to write opens every key',
    fails: ['credentials/exact-keys'],
    store: ({ method, opens }, { status }) =>
      method === 'PUT' && opens === 'ticket' && status === 403 ? done() : undefined,
  },
  {
    name: 'a credential to read opens keys to write',
    fails: ['credentials/read-only'],
    store: ({ method, opens }, { status }) =>
      method === 'PUT' && opens === 'reading' && status === 403 ? done() : undefined,
  },
  {
    name: 'a credential to write reads as well',
    fails: ['credentials/write-only'],
    store: async ({ method, key, opens }, { status }, around) =>
      method === 'GET' && opens === 'ticket' && status === 403
        ? done(await inBucket(around, key))
        : undefined,
  },
  {
    name: 'who may read the registry may read everything',
    fails: ['credentials/read-scope'],
    store: async ({ method, key, opens }, { status }, around) =>
      method === 'GET' && opens === 'reading' && status === 403
        ? done(await inBucket(around, key))
        : undefined,
  },
  {
    name: 'grants are denied with codes of the home’s own',
    fails: ['credentials/denied-codes'],
    api: ofCredentials((answer) => ({
      ...answer,
      denied: answer.denied.map((one) => (one.code === 'unknown_grant' ? { ...one, code: 'no_idea' } : one)),
    })),
  },
  {
    name: 'a topic for those invited is shown to everybody',
    fails: ['credentials/private-topic'],
    api: (asked, reply, { good }) =>
      /^\/v1\/public\/topics\/kit-[0-9a-f]+-in$/.test(asked.target) && reply.status === 404
        ? (good.get('GET /v1/me') ?? undefined)
        : undefined,
  },
  {
    name: 'a denial tells a topic that is hidden from one that is not there',
    fails: ['credentials/not-found-alike'],
    api: ofCredentials((answer) => ({
      ...answer,
      denied: answer.denied.map((one) => {
        const { topic_id: topicId } = one.grant as { topic_id?: string };
        return topicId?.endsWith('-in')
          ? { ...one, code: 'not_invited', message: 'you are not invited' }
          : one;
      }),
    })),
  },
];
