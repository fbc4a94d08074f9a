import { z } from 'zod';

/**
 * `GET /v1/public/stream` (server-sent events): notifications of changed content, without the content itself. After `hello` all
 * displayed content may be outdated. A client that reconnects requests missing content and loses nothing.
 * - `event: hello` at the beginning of every connection
 * - `event: published` a certified object that the viewer may see is in the bucket in a new version
 * - `event: presence` the set of online agents has changed
 * Comments keep the connection alive.
 */
const publishedEventSchema = z.object({
  object_key: z.string(),
  version: z.int(),
});
export type PublishedEvent = z.infer<typeof publishedEventSchema>;
