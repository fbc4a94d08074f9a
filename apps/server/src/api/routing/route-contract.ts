import { allRoutes, documentPath, endpointName, type Route } from '@agent-home/http-contract';
import type { RouteOptions } from 'fastify';

const byName: ReadonlyMap<string, Route> = new Map(allRoutes.map((route) => [endpointName(route), route]));

/** Returns the route of the contract with a method and a path, in the notation of OpenAPI. */
export function routeNamed(method: string, path: string): Route | undefined {
  return byName.get(`${method.toUpperCase()} ${path}`);
}

/** Returns the route of the contract that Fastify registers; a HEAD route belongs to its GET. Pages and files have none. */
export function findContract({ method, url }: Pick<RouteOptions, 'method' | 'url'>): Route | undefined {
  if (typeof method !== 'string') return undefined;
  return routeNamed(method === 'HEAD' ? 'GET' : method, documentPath(url));
}
