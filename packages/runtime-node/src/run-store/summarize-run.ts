import type { FileHandle } from 'node:fs/promises';
import type { RunSummary } from '@agent-home/agent-runtime';
import { z } from 'zod';
import { openRegular } from './open-regular.ts';
import { isRunId } from './run-paths.ts';

const startSchema = z.object({
  type: z.literal('run.started'),
  time: z.iso.datetime({ offset: true }),
  data: z.object({
    run_id: z.string().refine(isRunId),
    session_id: z.string(),
    agent: z.string(),
    handoffs: z.unknown().optional(),
    graph: z.unknown().optional(),
    parent: z.object({ run_id: z.string() }).optional(),
  }),
});
const endSchema = z.object({
  type: z.literal('run.ended'),
  data: z.object({ status: z.enum(['answered', 'failed', 'cancelled']), code: z.string().optional() }),
});

/** Pending input of a run, by its last record. */
const waitsFor = {
  'approval.requested': 'approval',
  'call.questioned': 'settlement',
  'approval.decided': 'resumption',
  'call.answered': 'resumption',
} as const;
const waitingSchema = z.object({
  type: z.enum(Object.keys(waitsFor) as [keyof typeof waitsFor]),
});

/** Bytes that are read first at either end of a log, and at most. */
const firstBytes = 32 * 1024;
const mostBytes = 16 * 1024 * 1024;

/**
 * Returns the summary of a run for lists, from the ends of its log alone; undefined without a complete first
 * record.
 */
export async function summarizeRun(log: string): Promise<RunSummary | undefined> {
  const file = await openRegular(log).catch((error: NodeJS.ErrnoException) => {
    // Too many open files must not hide a run from a list; an unreadable run is left out.
    if (error.code === 'EMFILE' || error.code === 'ENFILE') throw error;
    return undefined;
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const started = startSchema.safeParse(parse(await firstLine(file, size)));
    if (!started.success) return undefined;
    const { run_id, session_id, agent, handoffs, graph, parent } = started.data.data;
    const last = parse(await lastLine(file, size));
    const ended = endSchema.safeParse(last);
    const waiting = waitingSchema.safeParse(last).data?.type;
    return {
      runId: run_id,
      sessionId: session_id,
      agent,
      ...(parent === undefined ? {} : { parent: parent.run_id }),
      hasOthers: handoffs !== undefined || graph !== undefined,
      startedAt: started.data.time,
      status: ended.success ? ended.data.data.status : 'open',
      ...(ended.success && ended.data.data.code !== undefined ? { code: ended.data.data.code } : {}),
      ...(waiting === undefined ? {} : { waiting: waitsFor[waiting] }),
    };
  } finally {
    await file.close();
  }
}

async function firstLine(file: FileHandle, size: number): Promise<string> {
  for (let length = firstBytes; ; length *= 8) {
    const bytes = await readRange(file, 0, Math.min(size, length));
    const end = bytes.indexOf(0x0a);
    if (end >= 0) return bytes.toString('utf8', 0, end);
    if (length >= size || length >= mostBytes) return '';
  }
}

/** Returns the last line, if it is complete. A response of 32 kB may be several times as long when serialized. */
async function lastLine(file: FileHandle, size: number): Promise<string> {
  for (let length = firstBytes; ; length *= 8) {
    const bytes = await readRange(file, Math.max(0, size - length), Math.min(size, length));
    if (bytes.at(-1) !== 0x0a) return '';
    const start = bytes.lastIndexOf(0x0a, -2);
    if (start >= 0 || length >= size || length >= mostBytes)
      return bytes.toString('utf8', start + 1, bytes.length - 1);
  }
}

async function readRange(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
