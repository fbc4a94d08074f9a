import { codeIn, type Fault, jsonIn, pathOf, problem, type Reply, withJson } from './fault.ts';
import { findParameter, getInput, holdsFor, letIn } from './signatures.ts';

const isRefused = (reply: Reply, code: string) => reply.status === 401 && codeIn(reply) === code;
const getAhead = (created: string | undefined) => Number(created) * 1000 - Date.now();

/** Requests that are wrongly accepted or wrongly refused. */
export const requestFaults: Fault[] = [
  {
    name: 'a request without a signature is answered',
    fails: ['signature/required'],
    api: (asked, reply, around) => (isRefused(reply, 'signature_missing') ? letIn(asked, around) : undefined),
  },
  {
    name: 'a request of minutes ago is answered',
    fails: ['signature/created-past'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_expired') && getAhead(findParameter(asked, 'created')) < -60_000
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a request from the future is answered',
    fails: ['signature/created-future'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_expired') && getAhead(findParameter(asked, 'created')) > 60_000
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a request whose end has passed is answered',
    fails: ['signature/expires'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_expired') && findParameter(asked, 'expires') !== undefined
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a signature that leaves out the body is taken',
    fails: ['signature/components'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') && !getInput(asked).includes('content-digest')
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'the tag of a signature is not looked at',
    fails: ['signature/tag'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') && findParameter(asked, 'tag') !== 'agent-home-v1'
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a signature is taken for any method',
    fails: ['signature/method'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') && holdsFor(asked, around, { method: 'POST' })
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a signature is taken for any query',
    fails: ['signature/target'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') && holdsFor(asked, around, { target: '/v1/me?more=1' })
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a signature made for another host is taken',
    fails: ['signature/authority'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') && holdsFor(asked, around, { authority: 'other.example' })
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a key that nobody registered is let in',
    fails: ['signature/unknown-key'],
    api: (asked, reply, around) => (isRefused(reply, 'unknown_key') ? letIn(asked, around) : undefined),
  },
  {
    name: 'any agent’s signature is taken for any other’s',
    fails: ['signature/wrong-key'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_invalid') &&
      findParameter(asked, 'tag') === 'agent-home-v1' &&
      asked.method === 'GET' &&
      holdsFor(asked, around, {})
        ? letIn(asked, around)
        : undefined,
  },
  {
    name: 'a body that was changed on the way is taken',
    fails: ['signature/body-digest'],
    api: (asked, reply, around) => {
      if (!isRefused(reply, 'content_digest_mismatch')) return undefined;
      const taken = { store: {}, heads: {}, credentials: [], denied: [] };
      return letIn(asked, around) ?? withJson({ ...reply, status: 200 }, taken);
    },
  },
  {
    name: 'a nonce is good for any number of requests',
    fails: ['signature/nonce-once'],
    api: (asked, reply, around) =>
      isRefused(reply, 'signature_replayed') ? letIn(asked, around) : undefined,
  },
  {
    name: 'a bad signature uses up another’s nonce',
    fails: ['signature/nonce-unspent'],
    api: (asked, reply, { memory }) => {
      const nonce = `nonce ${findParameter(asked, 'nonce')}`;
      if (isRefused(reply, 'signature_invalid')) memory.set(nonce, true);
      return reply.status < 300 && memory.has(nonce) ? problem(401, 'signature_replayed') : undefined;
    },
  },
  {
    name: 'components are taken in one order alone',
    fails: ['signature/any-order'],
    api: (asked, reply) =>
      reply.status < 300 && getInput(asked).startsWith('("content-digest"')
        ? problem(401, 'signature_invalid')
        : undefined,
  },
  {
    name: 'a refusal because of the clock does not say so',
    fails: ['signature/clock-told'],
    api: (_, reply) => {
      if (!isRefused(reply, 'signature_expired')) return undefined;
      const { path: _path, ...rest } = jsonIn(reply);
      return withJson(reply, rest);
    },
  },
  {
    name: 'a repeated registration is done again',
    fails: ['idempotency/same-answer'],
    api: (asked, reply, { memory }) => {
      if (asked.method !== 'POST' || pathOf(asked) !== '/v1/agents' || reply.status >= 300) return undefined;
      const key = `once ${String(asked.headers['idempotency-key'])}`;
      if (memory.has(key)) return problem(409, 'public_key_taken');
      memory.set(key, true);
      return undefined;
    },
  },
  {
    name: 'an idempotency key is taken for another body',
    fails: ['idempotency/reused'],
    api: (asked, reply, around) =>
      codeIn(reply) === 'idempotency_key_reused' ? letIn(asked, around) : undefined,
  },
  {
    name: 'somebody registers a key that is not its own',
    fails: ['registration/wrong-key'],
    api: (asked, reply, around) => (isRefused(reply, 'wrong_key_id') ? letIn(asked, around) : undefined),
  },
  {
    name: 'two agents have one key',
    fails: ['registration/key-taken'],
    api: (asked, reply, around) => (codeIn(reply) === 'public_key_taken' ? letIn(asked, around) : undefined),
  },
];
