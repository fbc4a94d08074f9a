import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

const kinds = ['agents', 'tools', 'policies'] as const;

/** Names of specs, each with the owner who registered it first. A name is never free again. */
export const specNames = pgTable(
  'spec_names',
  {
    kind: text('kind', { enum: kinds }).notNull(),
    name: text('name').notNull(),
    ownerId: text('owner_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] }), index().on(table.ownerId)],
);

/** Registered versions of specs. A withdrawn version keeps its hashes, so that it never means another text. */
export const specVersions = pgTable(
  'spec_versions',
  {
    kind: text('kind', { enum: kinds }).notNull(),
    name: text('name').notNull(),
    /** Version without a leading `v`. */
    version: text('version').notNull(),
    /** The only hash that is shown: of a policy's rules as JCS, of the bytes of another spec. */
    sha256: text('sha256').notNull(),
    /** SHA-256 of the bytes, by which a repeated registration is recognized. */
    contentSha256: text('content_sha256').notNull(),
    /** Syntax of the content. */
    extension: text('extension', { enum: ['md', 'yaml', 'json'] }).notNull(),
    /** Null while the version is withdrawn. */
    content: text('content'),
    registeredAt: momentNow('registered_at'),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name, table.version] })],
);
