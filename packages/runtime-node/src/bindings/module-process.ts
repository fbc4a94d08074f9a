import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { ProgramPlace } from '../processes/program-place.ts';
import { type CommandResult, runCommand } from '../processes/run-command.ts';

/** Maximum bytes of a result that are kept; a longer one is cut. */
const mostResult = 4 * 1024 * 1024;
const mostHeader = 512 * 1024;
/**
 * Number of bytes of the module's output that are kept. It exceeds the number shown, so that a secret at the cut is found in full.
 */
const mostPrinted = 64 * 1024;

/**
 * Code that runs in the process. It sends a line of JSON and the result as text over file descriptor 3, which programs started by
 * the module do not inherit. Output of the module goes to our pipes.
 */
const program = `
const { readFileSync, writeSync } = require('node:fs');
const { address, name, args, idempotencyKey } = JSON.parse(readFileSync(0, 'utf8'));
const reply = (header, text = '') => {
  const whole = Buffer.from(text);
  const kept = whole.subarray(0, ${mostResult});
  const bytes = Buffer.concat([Buffer.from(JSON.stringify({ ...header, bytes: whole.length }) + '\\n'), kept]);
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(3, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
  process.exit(0);
};
const threw = (error) => {
  let message = 'the module threw a value without a message';
  try { message = String(error instanceof Error ? error.message : error).slice(0, 65536); } catch {}
  reply({ kind: 'threw', message });
};
const ending = new AbortController();
process.on('SIGTERM', () => ending.abort());
process.on('uncaughtException', threw);
(async () => {
  let loaded;
  try { loaded = (await import(address))[name]; } catch { return reply({ kind: 'not_loaded' }); }
  if (typeof loaded !== 'function') return reply({ kind: 'no_function' });
  let text;
  try {
    const given = await loaded(args, { signal: ending.signal, idempotencyKey });
    text = typeof given === 'string' ? given : JSON.stringify(given ?? null) ?? 'null';
  } catch (error) { return threw(error); }
  reply({ kind: 'given' }, text);
})();
`;

const headerSchema = z.object({
  kind: z.enum(['given', 'threw', 'not_loaded', 'no_function']),
  message: z.string().default(''),
  bytes: z.int().min(0),
});

export interface ModuleCall {
  /** A file's URL. */
  address: string;
  name: string;
  args: JsonObject;
  idempotencyKey: string;
}

export interface ModuleReply {
  kind: z.output<typeof headerSchema>['kind'] | 'no_reply' | Exclude<CommandResult['ended'], 'exited'>;
  /** Result; empty unless `given`. */
  text: string;
  /** Bytes of the whole result. */
  bytes: number;
  /** Message of the error; empty unless `threw`. */
  message: string;
  /** Output of the module and of the programs that it started, before the search for secrets. */
  printed: string;
}

/**
 * Calls a module's function in a process of its own, which ends with the call. Its output is kept apart from ours, and an endless
 * loop or an exit affects only that process.
 */
export async function callModule(
  call: ModuleCall,
  { place, timeoutMs, signal }: { place: ProgramPlace; timeoutMs: number; signal: AbortSignal },
): Promise<ModuleReply> {
  const { ended, output, reply } = await runCommand({
    program: process.execPath,
    arguments: ['-e', program],
    folder: place.folder,
    environment: place.environment,
    timeoutMs,
    signal,
    input: JSON.stringify(call),
    maximumBytes: mostPrinted,
    replyBytes: mostResult + mostHeader,
  });
  const none = { text: '', bytes: 0, message: '', printed: output };
  if (ended !== 'exited') return { ...none, kind: ended };
  const lineEnd = reply?.indexOf('\n') ?? -1;
  if (reply === undefined || lineEnd < 0) return { ...none, kind: 'no_reply' };
  const header = headerSchema.safeParse(toJson(reply.slice(0, lineEnd)));
  return header.success
    ? { ...none, ...header.data, text: reply.slice(lineEnd + 1) }
    : { ...none, kind: 'no_reply' };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
