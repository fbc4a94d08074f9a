import type { ExampleAgent } from '../../../../examples/published-home/example-agent.ts';
import type { Cases } from './attempts/cases.ts';
import { attemptsOfAdmins } from './attempts/of-admins.ts';
import { attemptsOfAgents } from './attempts/of-agents.ts';
import { attemptsOfPeople } from './attempts/of-people.ts';
import { secret } from './homes.ts';

export interface Asked {
  method: string;
  path: string;
  body?: unknown;
}

/** Attempts of an outsider to find something out, for every route of the API, by its name in the OpenAPI document. */
export const attempts: Record<string, Cases> = {
  ...attemptsOfAgents,
  ...attemptsOfPeople,
  ...attemptsOfAdmins,
};

/** Existing routes that are missing in the document. */
const undocumented: Asked[] = [
  { method: 'POST', path: '/v1/events/oss/guess', body: { events: [] } },
  { method: 'POST', path: '/v1/events/s3', body: { Records: [] } },
  { method: 'GET', path: '/openapi.json' },
  ...secret.topics.flatMap((id) => [
    { method: 'GET', path: `/v1/topics/${id}` },
    { method: 'GET', path: `/topics/${id}/manifest.json` },
  ]),
];

export function requestsTo(routes: readonly string[], agent: ExampleAgent): Asked[] {
  const documented = routes.flatMap((route) => {
    const [method = ''] = route.split(' ');
    const cases = attempts[route]?.(agent);
    if (!cases) throw new Error(`no outsider tries ${route} yet`);
    return cases.map(({ at, body }) => ({
      method: method.toUpperCase(),
      path: at,
      ...(body === undefined ? {} : { body }),
    }));
  });
  return [...documented, ...undocumented];
}
