import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import type { SeenTree } from './project-tree.ts';

const seenTreeSchema = z.strictObject({
  version: z.literal(1),
  files: z.record(z.string(), z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])),
});

/** Reads the trusted tree, stored next to the list of trusted projects; undefined if it cannot be read. */
export function readSeenTree(global: string, project: string): SeenTree | undefined {
  try {
    return seenTreeSchema.parse(JSON.parse(readFileSync(pathOf(global, project), 'utf8'))).files;
  } catch {
    return undefined;
  }
}

export function writeSeenTree(global: string, project: string, files: SeenTree): void {
  const file = pathOf(global, project);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, JSON.stringify({ version: 1, files }), { mode: 0o600 });
  renameSync(beside, file);
}

function pathOf(global: string, project: string): string {
  return join(global, 'trusted-trees', `${sha256Hex(Buffer.from(project))}.json`);
}
