import { closeSync, fchmodSync, fstatSync, mkdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { openToAdd, readEnd, readPrivate, writePrivate } from '../../state/private-files.ts';
import { projectState } from '../../state/project-state.ts';

/** Prompt for which the user chose another agent than routing would have (S3-145). */
const missSchema = z.strictObject({
  time: z.iso.datetime(),
  /** Agent chosen by the user. */
  chosen: z.string(),
  /** Agent chosen by routing; null without a match. */
  routed: z.string().nullable(),
  prompt_sha256: z.string(),
  /** First characters of the prompt. */
  prompt: z.string(),
});
export type Miss = z.output<typeof missSchema>;

type Environment = Parameters<typeof projectState>[0];

const name = 'misses.jsonl';
/** Number of newest entries kept. A few more are tolerated, since cutting them off rewrites the file. */
const mostMisses = 1_000;
const mostUncut = 1_100;
/** Limit for the file, above the size of `mostUncut` entries. */
const mostBytes = 8 * 1024 * 1024;
const keptCharacters = 300;
/** Limit for one line; entries are shorter. */
const longestLine = 8_192;
/** A lock older than this belongs to a dead process. */
const cutWithinMs = 10_000;

export function routesFolder(environment: Environment): string {
  return join(projectState(environment), 'routes');
}

export function getMiss(
  prompt: string,
  { time, chosen, routed }: { time: Date; chosen: string; routed: string | undefined },
): Miss {
  const begin = prompt.slice(0, keptCharacters * 4).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
  return {
    time: time.toISOString(),
    chosen,
    routed: routed ?? null,
    prompt_sha256: sha256Hex(new TextEncoder().encode(prompt)),
    prompt: [...begin].slice(0, keptCharacters).join(''),
  };
}

/** Appends one line. Several processes may append at once; no line is lost or torn. */
export function keepMiss(environment: Environment, miss: Miss): void {
  const folder = routesFolder(environment);
  const line = `${JSON.stringify(missSchema.parse(miss))}\n`;
  for (;;) {
    const descriptor = openToAdd(folder, name);
    try {
      fchmodSync(descriptor, 0o600);
      // One write at the end of the file, safe with concurrent writers; a partial line stays separate.
      writeSync(descriptor, isTorn(descriptor) ? `\n${line}` : line);
      if (isStillThere(folder, descriptor)) {
        if (isTooMuch(descriptor)) cut(folder);
        return;
      }
      // Another process cut the file and may have copied it before this line was written. The line may then occur twice; readers
      // remove duplicates.
      if (readPrivate(folder, name, mostBytes)?.includes(line)) return;
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Returns the stored entries, newest first. Invalid lines are skipped. */
export function readMisses(environment: Environment): Miss[] {
  const lines = new Set(toLines(readPrivate(routesFolder(environment), name, mostBytes)));
  return [...lines]
    .slice(-mostMisses)
    .reverse()
    .flatMap((line) => missSchema.safeParse(parsed(line)).data ?? []);
}

function isTorn(descriptor: number): boolean {
  return !(readEnd(descriptor, 1) ?? '').endsWith('\n') && fstatSync(descriptor).size > 0;
}

function isTooMuch(descriptor: number): boolean {
  return fstatSync(descriptor).size > mostBytes || toLines(readEnd(descriptor, mostBytes)).length > mostUncut;
}

function isStillThere(folder: string, descriptor: number): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino;
}

/** Cuts the file unless another process is cutting it. */
function cut(folder: string): void {
  const mark = join(folder, 'cutting');
  try {
    const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > cutWithinMs)
      rmSync(mark, { recursive: true, force: true });
    mkdirSync(mark);
  } catch {
    return;
  }
  const old = openToAdd(folder, name);
  try {
    if (!isTooMuch(old)) return;
    const before = toLines(readEnd(old, mostBytes));
    writePrivate(folder, name, `${before.slice(-mostMisses).join('\n')}\n`);
    // Lines that others appended to the old file until it was replaced.
    const last = before.at(-1) ?? '';
    const after = toLines(readEnd(old, mostBytes));
    const since = after.slice(after.lastIndexOf(last) + 1);
    const added = openToAdd(folder, name);
    for (const line of since) writeSync(added, `${line}\n`);
    closeSync(added);
  } finally {
    closeSync(old);
    rmSync(mark, { recursive: true, force: true });
  }
}

function toLines(text = ''): string[] {
  return text.split('\n').filter((line) => line !== '' && line.length <= longestLine);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
