import { learnNames } from './agent-names.ts';
import { problemOf } from './problem.ts';
import { learnServerClock } from './server-clock.ts';

export type Query = Record<string, string | number | undefined>;

/** Reads JSON from the projection. @throws Problem */
export async function read<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(withQuery(path, query), {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
  });
  learnServerClock(response);
  if (!response.ok) throw await problemOf(response);
  const answer = (await response.json()) as Answer;
  learnNames(answer);
  return answer;
}

/** Changes something, as whoever is signed in. Sent again by the same key it happens once. @throws Problem */
export async function change<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
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
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
