import { type AnswerOf, type CallInput, type Endpoint, pathTo } from '@agent-home/http-contract';
import { learnNames } from './agent-names.ts';
import { findProblem } from './problem.ts';
import { learnServerClock } from './server-clock.ts';

export type Query = Record<string, string | number | undefined>;

interface AnyInput {
  params?: Record<string, string> | undefined;
  query?: Query;
}

/** Item of a list that an endpoint returns. */
export type ItemOf<At extends Endpoint> =
  AnswerOf<At> extends { items: readonly (infer Item)[] } ? Item : never;

/** A request that changes something. */
export interface Change {
  method: Endpoint['method'];
  path: string;
  body?: unknown;
}

/** Returns the response of an endpoint, typed by the contract. @throws Problem */
export async function read<At extends Endpoint>(
  endpoint: At,
  input: CallInput<At>,
  signal?: AbortSignal,
): Promise<AnswerOf<At>>;
export async function read(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal): Promise<unknown> {
  return readJson(endpoint, input, signal);
}

/**
 * Reads an endpoint that is chosen at run time; the caller names the type.
 * @throws Problem
 */
export async function readJson<Answer>(
  endpoint: Endpoint,
  { query = {}, ...input }: AnyInput,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(pathTo(endpoint, { ...input, query: withValues(query) }), {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
  });
  learnServerClock(response);
  if (!response.ok) throw await findProblem(response);
  const answer = (await response.json()) as Answer;
  learnNames(answer);
  return answer;
}

/** Sends a change as the signed-in user. A repetition with the same key has no further effect. @throws Problem */
export async function change<Answer>({ method, path, body }: Change): Promise<Answer> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  learnServerClock(response);
  if (!response.ok) throw await findProblem(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Removes empty form fields, because they are no filters. */
function withValues(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
