import type { ContentKind, Route } from '@agent-home/http-contract';
import { withPortablePatterns } from '@agent-home/protocol';
import { describeOperation, type Operation } from '../descriptions/describe-operation.ts';
import { apiErrorCodes } from '../errors/api-error.ts';
import { routeNamed } from '../routing/route-contract.ts';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, Operation>>;

/** Form of every refusal (RFC 9457). */
const problem = {
  description: 'Problem document (RFC 9457)',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'code', 'detail'],
        properties: {
          type: { type: 'string', pattern: '^urn:agent-home:problem:' },
          title: { type: 'string' },
          status: { type: 'integer', minimum: 400, maximum: 599 },
          code: { type: 'string', enum: apiErrorCodes },
          detail: { type: 'string' },
          path: { type: 'string' },
        },
        additionalProperties: false,
      },
    },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Key of the request: a repeat with the same key and body within a day has no further effect and gets the first response',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

const schemas: Record<ContentKind, Json> = {
  text: { type: 'string' },
  object: { type: 'object' },
  bytes: {},
};
const unchanged = { 304: { description: 'Unchanged since the given ETag' } };

/** Returns the document of the routes' schemas, completed with the parts that all routes share. */
export function completeDocument<Document extends { paths?: object | undefined }>(
  document: Document,
): Document {
  const paths = (document.paths ?? {}) as Paths;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const route = routeNamed(method, path);
      if (route?.isDoneOnce) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
      const own = getContent(route) ?? operation.responses;
      operation.responses = { ...own, ...(route?.isConditional ? unchanged : {}), default: problem };
      if (route) describeOperation(operation, route);
    }
  }
  return withPortablePatterns(document);
}

function getContent(route: Route | undefined): Json | undefined {
  if (!route?.content) return undefined;
  const content = Object.entries(route.content).map(([type, kind]) => [type, { schema: schemas[kind] }]);
  return { 200: { description: 'Success', content: Object.fromEntries(content) } };
}
