import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RootSet, rootSetSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { TrustStoreError } from '../errors/trust-store-error.ts';
import { isFileError } from '../shared/file-error.ts';
import { replaceFile } from '../shared/replace-file.ts';
import type { LineNote, LineNotes } from './first-line.ts';

/** Files of a join in a folder, each written atomically and readable by its owner only. */
export interface JoinFolder extends LineNotes {
  readRoot(): Promise<RootSet | undefined>;
  writeRoot(rootSet: RootSet): Promise<void>;
}

const noteSchema = z.looseObject({
  topic_id: z.string(),
  prepared: z.looseObject({
    purpose: z.literal('message'),
    objectKey: z.string(),
    document: z.string(),
    after: z.int().min(0),
  }),
  sequence: z.int().min(1).exactOptional(),
});

/** Stores nothing, for agents without a folder. */
export const noFolder: JoinFolder = {
  readRoot: async () => undefined,
  writeRoot: async () => {},
  read: async () => undefined,
  write: async () => {},
};

export function joinFolder(folder: string): JoinFolder {
  const rootFile = join(folder, 'root.json');
  const noteFile = join(folder, 'first-line.json');
  return {
    readRoot: () =>
      readJson<RootSet>(
        rootFile,
        rootSetSchema,
        'is not a root set; get it again from the operator of the home',
      ),
    writeRoot: (rootSet) => writeJson(rootFile, rootSet),
    read: () =>
      readJson<LineNote>(noteFile, noteSchema, 'is damaged; delete it to post a first message again'),
    write: (note) => writeJson(noteFile, note),
  };
}

async function readJson<Content>(
  file: string,
  schema: z.ZodType,
  problem: string,
): Promise<Content | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined;
    throw new TrustStoreError('unreadable', file, 'cannot be read; check its permissions', { cause: error });
  }
  try {
    return schema.parse(JSON.parse(text)) as Content;
  } catch (error) {
    throw new TrustStoreError('corrupt', file, problem, { cause: error });
  }
}

async function writeJson(file: string, content: object): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    await replaceFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
  } catch (error) {
    throw new TrustStoreError('unwritable', file, 'cannot be written; check its folder', { cause: error });
  }
}
