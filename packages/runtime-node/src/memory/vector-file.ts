import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { openRegular } from '../run-store/open-regular.ts';
import { isUsableVector } from './embeddings.ts';
import { isMissing } from './is-missing.ts';

/** A larger file is replaced by a new one: vectors can always be computed again. */
const mostBytes = 64 * 1024 * 1024;
const mostDimensions = 8_192;

/** `vector` is base64 of 32-bit floats, the lowest byte first. */
const lineSchema = z.strictObject({
  id: z.string(),
  model: z.string(),
  text_sha256: z.string(),
  vector: z.string().max(mostDimensions * 6),
});

export interface KnownVector {
  textSha256: string;
  vector: Float32Array;
}

/**
 * Vectors of one index and one model, next to an agent's entries: one per line, of which the latest counts. Missing or damaged
 * vectors are recomputed, so the file is only a cache.
 */
export class VectorFile {
  readonly #path: string;
  readonly #model: string;

  constructor(folder: string, { index, model }: { index: string; model: string }) {
    const name = sha256Hex(new TextEncoder().encode(JSON.stringify([index, model]))).slice(0, 32);
    this.#path = join(folder, `${name}.vectors`);
    this.#model = model;
  }

  async read(): Promise<Map<string, KnownVector>> {
    const known = new Map<string, KnownVector>();
    for (const line of (await readLines(this.#path)).map(parseLine)) {
      const vector = line?.model === this.#model ? vectorIn(line.vector) : undefined;
      if (line && vector) known.set(line.id, { textSha256: line.text_sha256, vector });
    }
    return known;
  }

  /** Written at once and with a leading line break, so that a partial line of a dead writer damages no new line. */
  async add(vectors: ReadonlyMap<string, KnownVector>): Promise<void> {
    const lines = [...vectors].map(([id, { textSha256, vector }]) =>
      JSON.stringify({ id, model: this.#model, text_sha256: textSha256, vector: toText(vector) }),
    );
    if (lines.length === 0) return;
    const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = await open(this.#path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      if ((await file.stat()).size > mostBytes) await file.truncate(0);
      await file.write(`\n${lines.join('\n')}\n`);
    } finally {
      await file.close();
    }
  }
}

/** Removes the vectors of a deleted text from every index, since its topic could be inferred from them. */
export async function forgetVectors(folder: string, id: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names.filter((each) => each.endsWith('.vectors'))) {
    const path = join(folder, name);
    const lines = await readLines(path);
    const kept = lines.filter((line) => line !== '' && !line.includes(id));
    if (kept.length === lines.filter((line) => line !== '').length) continue;
    const next = `${path}.${randomBytes(6).toString('hex')}.new`;
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(kept.map((line) => `${line}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  }
}

/** Reads the lines; an unreadable file is replaced by a new one. */
async function readLines(path: string): Promise<string[]> {
  try {
    const file = await openRegular(path, { links: false });
    try {
      if ((await file.stat()).size <= mostBytes) return (await file.readFile('utf8')).split('\n');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return [];
  }
  await unlink(path).catch(() => undefined);
  return [];
}

function parseLine(line: string): z.infer<typeof lineSchema> | undefined {
  if (line === '') return undefined;
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function toText(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}

function vectorIn(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  const vector = Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
  return isUsableVector(vector) ? vector : undefined;
}
