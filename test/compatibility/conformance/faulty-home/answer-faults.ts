import { codeIn, type Fault, type Json, jsonIn, pathOf, type Reply, withJson } from './fault.ts';

const isProblem = (reply: Reply) => typeof codeIn(reply) === 'string' && reply.status >= 400;
const changed = (reply: Reply, change: Json) => withJson(reply, { ...jsonIn(reply), ...change });

/** Faults in responses: problems, schemas, the feed. */
export const answerFaults: Fault[] = [
  {
    name: 'problems have no code',
    fails: ['errors/problem-json'],
    api: (_, reply) => {
      if (!isProblem(reply)) return undefined;
      const { code: _code, ...rest } = jsonIn(reply);
      return withJson(reply, rest);
    },
  },
  {
    name: 'problems have codes of the home’s own',
    fails: ['errors/closed-codes'],
    api: (_, reply) =>
      isProblem(reply)
        ? changed(reply, { code: 'made_up_here', type: 'urn:agent-home:problem:made_up_here' })
        : undefined,
  },
  {
    name: 'problems are plain JSON',
    fails: ['errors/content-type'],
    api: (_, reply) =>
      isProblem(reply)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } }
        : undefined,
  },
  {
    name: 'problems name another status than the answer has',
    fails: ['errors/status'],
    api: (_, reply) =>
      isProblem(reply) ? changed(reply, { status: 400 + (reply.status % 7) + 50 }) : undefined,
  },
  {
    name: 'a kind of object is missing in the index of schemas',
    fails: ['schemas/index'],
    api: (asked, reply) => {
      if (asked.target !== '/v1/schemas') return undefined;
      const { schemas, objects } = jsonIn(reply) as { schemas: Json[]; objects: Json[] };
      return withJson(reply, { schemas, objects: objects.filter(({ kind }) => kind !== 'topic_summary') });
    },
  },
  {
    name: 'a schema is no JSON Schema',
    fails: ['schemas/served'],
    api: (asked, reply) =>
      asked.target === '/v1/schemas/presence.v1' ? changed(reply, { type: 'nothing' }) : undefined,
  },
  {
    name: 'what is published does not fit the schema that is served',
    fails: ['schemas/objects'],
    api: (asked, reply) =>
      asked.target === '/v1/schemas/platform_policy.v1'
        ? changed(reply, { required: ['promised'] })
        : undefined,
  },
  {
    name: 'an answer leaves out what its schema needs',
    fails: ['schemas/answers'],
    api: (asked, reply) => {
      if (pathOf(asked) !== '/v1/me' || reply.status !== 200) return undefined;
      const { standing: _, ...rest } = jsonIn(reply);
      return withJson(reply, rest);
    },
  },
  {
    name: 'two operations of the OpenAPI document have one id',
    fails: ['schemas/openapi'],
    api: (asked, reply) =>
      asked.target === '/openapi.json'
        ? {
            ...reply,
            body: Buffer.from(
              reply.body.toString().replaceAll(/"operationId":"[^"]*"/g, '"operationId":"all"'),
            ),
          }
        : undefined,
  },
  {
    name: 'the feed tells nobody of its own verdicts',
    fails: ['feed/own-verdict'],
    api: (asked, reply) =>
      withEvents(asked, reply, (events) =>
        events.filter(({ event_type: type }) => type !== 'topic.input_judged'),
      ),
  },
  {
    name: 'the payload of an event is another than its type’s',
    fails: ['feed/payloads'],
    api: (asked, reply) =>
      withEvents(asked, reply, (events) =>
        events.map((event) =>
          event.event_type === 'agent.admitted' ? { ...event, payload: { by: 'me' } } : event,
        ),
      ),
  },
  {
    name: 'the feed does not count what it sends',
    fails: ['feed/limit'],
    api: (asked, reply, { memory }) => {
      const events = eventsIn(asked, reply);
      if (asked.target === '/v1/feed?limit=200' && events) memory.set('all', events);
      const all = memory.get('all');
      return asked.target === '/v1/feed?limit=1' && all ? changed(reply, { events: all }) : undefined;
    },
  },
  {
    name: 'the cursor of the feed is not looked at',
    fails: ['feed/cursor'],
    api: (asked, reply, { memory }) => {
      const events = eventsIn(asked, reply);
      if (asked.target === '/v1/feed?limit=200' && events) memory.set('all', events);
      return asked.target.includes('after=') ? changed(reply, { events: memory.get('all') }) : undefined;
    },
  },
  {
    name: 'what was consumed comes again',
    fails: ['feed/acknowledged'],
    api: (asked, reply, { memory }) => {
      const events = eventsIn(asked, reply);
      if (asked.target === '/v1/feed?limit=1' && events) memory.set('first', events);
      const first = memory.get('first') as Json[] | undefined;
      return asked.target === '/v1/feed?limit=200' && first && events
        ? changed(reply, { events: [...first, ...events] })
        : undefined;
    },
  },
  {
    name: 'an ETag changes with every answer',
    fails: ['answers/etag'],
    api: (asked, reply, { memory }) => {
      if (pathOf(asked) !== '/v1/public/objects') return undefined;
      if (reply.status === 200) memory.set('shown', reply);
      return reply.status === 304 ? (memory.get('shown') as Reply) : undefined;
    },
  },
  {
    name: 'an object is shown otherwise than it lies in the bucket',
    fails: ['answers/public-object'],
    api: (asked, reply) =>
      pathOf(asked) === '/v1/public/objects' && reply.status === 200
        ? { ...reply, body: Buffer.from(JSON.stringify(jsonIn(reply), null, 1)) }
        : undefined,
  },
];

function eventsIn(asked: { target: string }, reply: Reply): Json[] | undefined {
  const isFeed = asked.target.startsWith('/v1/feed?') && reply.status === 200;
  return isFeed ? (jsonIn(reply).events as Json[]) : undefined;
}

function withEvents(
  asked: { target: string },
  reply: Reply,
  change: (events: Json[]) => Json[],
): Reply | undefined {
  const events = eventsIn(asked, reply);
  return events && changed(reply, { events: change(events) });
}
