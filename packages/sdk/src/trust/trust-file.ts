import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  canonicalJson,
  idSchema,
  type JsonObject,
  rootSetSchema,
  sha256Hex,
  sha256HexSchema,
  versionSchema,
} from '@agent-home/protocol';
import { z } from 'zod';
import { TrustStoreError } from '../errors/trust-store-error.ts';
import { isFileError } from '../shared/file-error.ts';
import { replaceFile } from '../shared/replace-file.ts';
import type { TrustSnapshot } from './trust-memory.ts';

const format = 1;

const contentSchema = z.strictObject({
  agent_id: idSchema.exactOptional(),
  root_set: rootSetSchema.exactOptional(),
  seen: z.array(z.tuple([z.string(), z.strictObject({ version: versionSchema, sha256: sha256HexSchema })])),
  ledgers: z.array(z.tuple([idSchema, z.strictObject({ sequence: z.int().min(1), hash: sha256HexSchema })])),
});

const fileSchema = z.strictObject({
  format: z.literal(format),
  /** SHA-256 of the canonical JSON of `content`: detects damage, not an attack. */
  sha256: sha256HexSchema,
  content: z.looseObject({}),
});

const wayOut = 'restore it from a copy, or delete it: the agent then trusts the first versions that it reads';

/** Returns `undefined` if the file does not exist. Damaged content is an error and never replaced by an empty memory. */
export async function loadTrustFile(file: string): Promise<TrustSnapshot | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined;
    throw new TrustStoreError('unreadable', file, 'cannot be read; check its permissions', { cause: error });
  }
  const parsed = parse(file, text);
  return {
    agentId: parsed.agent_id,
    rootSet: parsed.root_set,
    seen: parsed.seen,
    ledgers: parsed.ledgers,
  };
}

function parse(file: string, text: string): z.infer<typeof contentSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TrustStoreError('corrupt', file, `is damaged; ${wayOut}`, { cause: error });
  }
  const stored = z.looseObject({ format: z.int() }).safeParse(value).data;
  if (stored && stored.format !== format) {
    throw new TrustStoreError(
      'unsupported_format',
      file,
      `has format ${stored.format}, but the SDK reads format ${format}; update the SDK`,
    );
  }
  const whole = fileSchema.safeParse(value).data;
  const content = whole && isWhole(whole) ? contentSchema.safeParse(whole.content).data : undefined;
  if (!content) throw new TrustStoreError('corrupt', file, `is damaged; ${wayOut}`);
  return content;
}

export async function saveTrustFile(file: string, snapshot: TrustSnapshot): Promise<void> {
  const content = {
    ...(snapshot.agentId === undefined ? {} : { agent_id: snapshot.agentId }),
    ...(snapshot.rootSet === undefined ? {} : { root_set: snapshot.rootSet }),
    seen: snapshot.seen,
    ledgers: snapshot.ledgers,
  };
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, `${JSON.stringify({ format, sha256: computeDigest(content), content })}\n`);
  } catch (error) {
    throw new TrustStoreError('unwritable', file, 'cannot be written; check its folder', { cause: error });
  }
}

function isWhole({ content, sha256 }: z.infer<typeof fileSchema>): boolean {
  try {
    return computeDigest(content) === sha256;
  } catch {
    // Content without a canonical form was not written by this SDK.
    return false;
  }
}

function computeDigest(content: object): string {
  return sha256Hex(new TextEncoder().encode(canonicalJson(content as JsonObject)));
}
