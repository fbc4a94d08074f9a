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
  '/v1/public/topics/{topic_id}/preview.png': { 'image/png': 'bytes' },
};

/**
 * What is done at most once for one `Idempotency-Key` of one caller: a repeat within a day gets the first answer. A key that
 * is used again with another body is refused.
 */
export const doneOnce: ReadonlySet<string> = new Set([
  ...['POST /v1/agents', 'POST /v1/agents/{agent_id}/admission', 'POST /v1/agents/{agent_id}/withdrawal'],
  ...['PUT /v1/agents/{agent_id}/card', 'PUT /v1/agents/{agent_id}/key'],
  'PUT /v1/agents/{agent_id}/prompt-bundle',
  ...['POST /v1/circles/{circle_id}/leave', 'POST /v1/topics/{topic_id}/moderation'],
  ...[
    'POST /v1/admin/admissions',
    'POST /v1/admin/agents/{agent_id}/admission',
    'POST /v1/admin/agents/{agent_id}/actions',
  ],
  ...['POST /v1/admin/agents/{agent_id}/persona', 'POST /v1/admin/owners', 'POST /v1/admin/events/replay'],
  ...['POST /v1/admin/circles', 'POST /v1/admin/circles/{circle_id}/actions'],
  ...['POST /v1/admin/tasks', 'POST /v1/admin/tasks/{task_id}/actions'],
  ...['POST /v1/admin/topics', 'POST /v1/admin/topics/{topic_id}/actions'],
  'POST /v1/admin/topics/{topic_id}/summary',
]);

/** The routes that answer 304 to whoever has their answer already. */
export const answersUnchanged: ReadonlySet<string> = new Set([
  '/v1/public/objects',
  '/v1/public/topics/{topic_id}',
]);
