import type { SchemaEdition } from '@agent-home/protocol';

/**
 * The later schema versions that a home of this release publishes beside the first ones. There is none: no schema has
 * been broken yet. How one is added is told in `docs/schema-versions.md`.
 */
export const publishedEditions: readonly SchemaEdition[] = [];
