import { apiErrorCodes } from '../errors/api-error.ts';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, { responses?: Json }>>;

/** What every refusal is (RFC 9457). */
const problem = {
  description: 'A refusal',
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
          path: { type: 'string', description: 'What in the request was wrong' },
        },
        additionalProperties: false,
      },
    },
  },
};

const text = { schema: { type: 'string' } };
const bytes = { schema: {} };
const unchanged = { 304: { description: 'Nothing has changed since the caller got it' } };
const answers = (content: Json): Json => ({ 200: { description: 'The answer', content } });

/** Answers that no schema of JSON describes. */
const others: Record<string, Json> = {
  '/metrics': answers({ 'application/openmetrics-text': text }),
  '/v1/public/stream': answers({ 'text/event-stream': text }),
  '/v1/public/objects': { ...answers({ 'application/json': { schema: { type: 'object' } } }), ...unchanged },
  '/v1/public/artifacts': answers({
    'application/octet-stream': bytes,
    'image/png': bytes,
    'image/jpeg': bytes,
    'image/gif': bytes,
    'image/webp': bytes,
  }),
};
const tagged: ReadonlySet<string> = new Set(['/v1/public/topics/{topic_id}']);

/** The document as the routes' schemas have it, with what is the same for all of them. */
export function completeDocument<Document extends { paths?: object | undefined }>(
  document: Document,
): Document {
  const paths = (document.paths ?? {}) as Paths;
  for (const [path, methods] of Object.entries(paths)) {
    for (const operation of Object.values(methods)) {
      const own = others[path] ?? operation.responses;
      operation.responses = { ...own, ...(tagged.has(path) ? unchanged : {}), default: problem };
    }
  }
  return document;
}
