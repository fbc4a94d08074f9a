import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { findContract } from './route-contract.ts';

const maxNameLength = 60;

/**
 * Rejects query parameters that a route does not declare: a misspelt filter would otherwise return everything. The store webhooks
 * accept them, because vendors may append parameters of their own to a configured address.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const contract = findContract(route);
    if (!contract || contract.ignoresUnknownQuery) return;
    const known = parameterNames(route.schema?.querystring);
    if (known === undefined) return;
    const refuse: NonNullable<RouteOptions['preValidation']> = (request, _reply, done) => {
      const unknown = Object.keys(request.query as object).find((name) => !known.includes(name));
      done(unknown === undefined ? undefined : unknownParameter(unknown, known));
    };
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()];
  });
}

/**
 * Returns the names in a query schema; undefined for a loose object, which accepts others.
 * @throws Error for a schema that is not an object: its route could reject nothing
 */
function parameterNames(schema: unknown): string[] | undefined {
  if (schema === undefined) return [];
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    const isLoose = catchall !== undefined && !(catchall instanceof z.ZodNever);
    return isLoose ? undefined : Object.keys(schema.shape);
  }
  throw new Error('the query schema of a route is an object schema');
}

function unknownParameter(name: string, known: readonly string[]): ApiError {
  const shown = JSON.stringify(name.slice(0, maxNameLength));
  const remedy = known.length === 0 ? 'the route has no parameters' : `use ${known.join(', ')}`;
  return new ApiError('unknown_parameter', `the query parameter ${shown} does not exist: ${remedy}`, {
    path: name.slice(0, maxNameLength),
  });
}
