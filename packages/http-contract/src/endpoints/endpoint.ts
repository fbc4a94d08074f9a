/** Method and path of a route. A path parameter is written `:name`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
}

/** Names of the parameters in a path. */
export type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Path as OpenAPI documents write it: `/v1/topics/{topic_id}`. */
export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Returns `POST /v1/topics/{topic_id}/moderation`, for texts that name a route. */
export function endpointName({ method, path }: Endpoint): string {
  return `${method} ${documentPath(path)}`;
}
