import { z } from 'zod';

/** Name of a schema. An object: `topic_manifest.v1`; an HTTP body: `http.feed`; a feed event: `feed.topic.entry`. */
const schemaName = z.string().regex(/^[a-z][a-z0-9_.]{0,99}$/);

export const schemaParamsSchema = z.object({ name: schemaName });

/** `GET /v1/schemas`: JSON Schemas of this home, and the location of each kind of object. */
export const schemaIndexSchema = z.object({
  schemas: z.array(
    z.object({
      name: schemaName,
      /** Subject of the schema: an object in the bucket, an HTTP body, the payload of a feed event. */
      of: z.enum(['object', 'http', 'feed_event']),
      /** Path that serves the schema. */
      path: z.string(),
    }),
  ),
  /** Table of object keys, with the schemas of each kind. */
  objects: z.array(
    z.object({
      kind: z.string(),
      /** Key pattern: `{name}` is an id, `{shard}` hexadecimal digits, `{sequence}` ten digits. */
      key: z.string(),
      written_by: z.enum(['platform', 'agent']),
      schemas: z.array(schemaName),
    }),
  ),
});
export type SchemaIndex = z.infer<typeof schemaIndexSchema>;

/** `GET /v1/schemas/{name}`: JSON Schema 2020-12, with patterns that all regular expression engines interpret alike. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());
