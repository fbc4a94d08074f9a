import type { Route } from '@agent-home/http-contract';
import type { Authentication, Guard } from '../authentication/authenticate.ts';

/** Schemas of a route by Fastify's names; a name without a schema is absent, so that handlers get exact types. */
type ServedSchema<One extends Route> = { summary: string; hide?: true } & (One extends {
  params: infer Params;
}
  ? { params: Params }
  : unknown) &
  (One extends { query: infer Query } ? { querystring: Query } : unknown) &
  (One extends { body: infer Body } ? { body: Body } : unknown) &
  (One extends { responses: infer Responses } ? { response: Responses } : unknown);

export interface Served<One extends Route> {
  method: One['method'];
  url: One['path'];
  schema: ServedSchema<One>;
  preHandler?: Guard;
}

/** Options of Fastify for a route of the contract: the caller adds the handler. */
export function serveRoute<One extends Route>(
  route: One,
  { getGuard }: Pick<Authentication, 'getGuard'>,
): Served<One> {
  const { method, path, access, summary, params, query, body, responses, isHidden } = route;
  const guard = getGuard(access);
  const schema = {
    summary,
    ...(isHidden && { hide: isHidden }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(responses && { response: responses }),
  };
  return { method, url: path, schema: schema as ServedSchema<One>, ...(guard && { preHandler: guard }) };
}
