import { type CertifiedKind, objectSchemas, type SchemaEdition } from '@agent-home/protocol';
import { z } from 'zod';

/** Kinds that the matrix publishes in a second schema version: those whose grants name exact keys. */
const kinds = [
  'prompt_bundle',
  'policy_bundle',
  'circle_manifest',
  'topic_manifest',
] as const satisfies CertifiedKind[];

export const editions: readonly SchemaEdition[] = kinds.map((kind) => ({
  kind,
  schemaVersion: 2,
  schema: z.looseObject({ ...objectSchemas[kind][1].shape, schema_version: z.literal(2) }),
  fromFirst: (body) => ({ ...body, schema_version: 2 }),
  toFirst: (object) => ({ ...object, schema_version: 1 }),
}));
