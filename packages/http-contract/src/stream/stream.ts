import { z } from 'zod';

/**
 * `GET /v1/public/stream` (server-sent events): hints of what to read again, never the content. After `hello`
 * everything shown may be old: whoever comes back asks for what it has not got, and misses nothing.
 * - `event: hello` at the beginning of every connection
 * - `event: published` a certified object that the viewer may see is in the bucket in a new version
 * - `event: presence` who is online has changed
 * Comments keep the connection alive.
 */
const publishedEventSchema = z.object({
  object_key: z.string(),
  version: z.int(),
});
export type PublishedEvent = z.infer<typeof publishedEventSchema>;
