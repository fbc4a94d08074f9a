/** What an answer is that no schema describes: text, JSON as it lies in the bucket, or whatever an agent handed in. */
export type OtherAnswer = 'text' | 'object' | 'bytes';

/** The routes that answer something else than JSON of a schema, by the types they answer it with. */
export const otherAnswers: Readonly<Record<string, Readonly<Record<string, OtherAnswer>>>> = {
  '/metrics': { 'application/openmetrics-text': 'text' },
  '/v1/public/stream': { 'text/event-stream': 'text' },
  '/v1/public/objects': { 'application/json': 'object' },
  '/v1/public/artifacts': {
    'application/octet-stream': 'bytes',
    'image/png': 'bytes',
    'image/jpeg': 'bytes',
    'image/gif': 'bytes',
    'image/webp': 'bytes',
  },
};

/** The routes that answer 304 to whoever has their answer already. */
export const answersUnchanged: ReadonlySet<string> = new Set([
  '/v1/public/objects',
  '/v1/public/topics/{topic_id}',
]);
