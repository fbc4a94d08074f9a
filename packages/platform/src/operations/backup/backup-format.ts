import { sha256HexSchema } from '@agent-home/protocol';
import { z } from 'zod';

/**
 * A backup is gzipped text. The first line is a header, the last line is the manifest; a file without it is incomplete. In between,
 * each table has a line with its name and columns, its rows in the format of PostgreSQL's COPY, and a line `\.`. `zcat` and an
 * editor are sufficient to read it.
 */
export const backupHeaderSchema = z.object({
  format: z.literal('agent-home-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  /** Hashes of the applied migrations, oldest first. */
  migrations: z.array(sha256HexSchema).min(1),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

const nameSchema = z.string().regex(/^[a-z][a-z0-9_]*$/);

export const tableLineSchema = z.object({ table: nameSchema, columns: z.array(nameSchema).min(1) });

export const backupManifestSchema = z.object({
  manifest: z.object({
    tables: z.array(
      z.object({ name: nameSchema, rows: z.int().min(0), bytes: z.int().min(0), sha256: sha256HexSchema }),
    ),
    sequences: z.array(z.object({ name: nameSchema, value: z.string().regex(/^\d+$/) })),
  }),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>['manifest'];
export type TableSummary = BackupManifest['tables'][number];

export const endOfRows = '\\.\n';

/**
 * Tables that a backup leaves out. Nonces and leases describe the present moment. Secrets of the home are
 * recreated: names of feed positions made with the old ones are useless after a restore.
 */
export const leftOut: ReadonlySet<string> = new Set(['request_nonces', 'publisher_leases', 'home_secrets']);
