import type { SchemaEdition } from '@agent-home/protocol';

/**
 * Later schema versions that a home of this release publishes in addition to the first ones. The list is empty, because no schema
 * has had a breaking change. `docs/schema-versions.md` explains how to add one.
 */
export const publishedEditions: readonly SchemaEdition[] = [];
