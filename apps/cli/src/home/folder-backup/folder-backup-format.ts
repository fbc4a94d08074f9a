import { z } from 'zod';

/**
 * Backup of a home of `npm start`, gzipped. It begins with a header line. Each file has a line with its name, its bytes, and a line
 * with their hash; a final line ends the backup. The first file is the backup of the database, in its own format.
 */
export const folderBackupHeaderSchema = z.object({
  format: z.literal('agent-home-folder-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
});

/** Names below the data folder that a backup may contain. No entry can leave the folder, or be a link or a program of the home. */
const pathSchema = z
  .string()
  .max(300)
  .regex(/^(database\.backup|secrets\.json|(keys|oss|residents)(\/[\w@-][\w@.-]*){1,8})$/);

export const fileLineSchema = z.object({ file: pathSchema, bytes: z.int().min(0) });
export const hashLineSchema = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export const endLineSchema = z.object({ end: z.object({ files: z.int().min(1) }) });

/** File of the database in the backup, and in a folder that is being restored. */
export const databaseFile = 'database.backup';
/** Marks a folder whose restore has not finished: the next attempt starts over there, and `up` rejects the folder. */
export const unfinishedRestore = 'restore.unfinished';
/** Files that every home requires. */
export const neededFiles = ['secrets.json', 'keys/root.json', 'keys/keys.json', 'keys/signing-keys.json'];
