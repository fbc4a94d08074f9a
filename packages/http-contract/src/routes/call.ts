import type { z } from 'zod';
import type { Endpoint, ParameterName } from '../endpoints/endpoint.ts';
import type { allRoutes } from './all-routes.ts';

type AnyRoute = (typeof allRoutes)[number];
type Registry = { [One in AnyRoute as `${One['method']} ${One['path']}`]: One };

/** The full route of an endpoint; at run time only the endpoint is loaded. */
type RouteAt<At extends Endpoint> = `${At['method']} ${At['path']}` extends keyof Registry
  ? Registry[`${At['method']} ${At['path']}`]
  : never;

type QueryValue = string | number | undefined;

type QueryOf<At extends Endpoint> =
  RouteAt<At> extends { query: infer Query extends z.ZodType }
    ? { [Name in keyof z.input<Query>]?: QueryValue }
    : Record<string, never>;

/** Parameters by name; any names for an endpoint that is chosen at run time. */
type ParametersIn<Path extends string> = `/${string}` extends Path
  ? { params?: Readonly<Record<string, string>> | undefined }
  : [ParameterName<Path>] extends [never]
    ? { params?: undefined }
    : { params: Readonly<Record<ParameterName<Path>, string>> };

/** Parameters of the path, and values of the query. */
export type CallInput<At extends Endpoint> = ParametersIn<At['path']> & { query?: QueryOf<At> };

/** Arguments after an endpoint: the input is optional if the path has no parameter. */
export type CallArguments<At extends Endpoint> = [ParameterName<At['path']>] extends [never]
  ? [input?: CallInput<At>]
  : [input: CallInput<At>];

type Success = 200 | 201 | 202;

/** JSON of a successful response, typed by its schema in the contract. */
export type AnswerOf<At extends Endpoint> =
  RouteAt<At> extends { responses: infer Responses }
    ? z.output<Extract<Responses[keyof Responses & Success], z.ZodType>>
    : unknown;

/** Thrown for a path parameter that would change the reached route. */
export class PathParameterError extends Error {
  override readonly name = 'PathParameterError';
  readonly code = 'invalid_path_parameter';

  /** Name of the parameter in the path. */
  readonly parameter: string;

  constructor(parameter: string) {
    super(`the path parameter ${parameter} is empty, “.” or “..”: pass an id`);
    this.parameter = parameter;
  }
}

/** URL parsers drop dot segments, also encoded ones, so that `tokens/..` would be another route. */
const movesPath = new Set(['', '.', '..']);

interface AnyInput {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, QueryValue>>;
}

/**
 * Returns the path of a request with its parameters and its query percent-encoded. Query names without a value are left out. A
 * missing parameter and an unknown query name are type errors.
 * @throws PathParameterError for an empty parameter, `.` and `..`
 */
export function pathTo<At extends Endpoint>(endpoint: At, ...input: CallArguments<At>): string;
export function pathTo({ path }: Endpoint, { params = {}, query = {} }: AnyInput = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (movesPath.has(value)) throw new PathParameterError(name);
    return encodeURIComponent(value);
  });
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.append(name, String(value));
  return text.size === 0 ? filled : `${filled}?${text}`;
}

/** Returns the method and path of a request, for clients that take both. */
export function requestTo<At extends Endpoint>(
  endpoint: At,
  ...input: CallArguments<At>
): { method: At['method']; path: string } {
  return { method: endpoint.method, path: pathTo(endpoint, ...input) };
}
