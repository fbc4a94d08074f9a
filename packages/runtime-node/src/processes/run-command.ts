import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { isOverTime } from '../cancelling/is-over-time.ts';
import { BoundedOutput } from './bounded-output.ts';
import { processMark } from './marked-processes.ts';
import { endFirstWithoutMemory } from './memory-victim.ts';
import { endGroup, signalGroup } from './process-group.ts';

export interface Command {
  program: string;
  arguments: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** Text for standard input, which is closed afterwards. */
  input?: string;
  timeoutMs: number;
  maximumBytes: number;
  /** True to keep standard error apart, so that a program can parse the output. */
  errorsApart?: boolean;
  /** Maximum bytes of a reply on file descriptor 3, which child processes do not inherit; absent for no such pipe. */
  replyBytes?: number;
  /** Bytes that the program reads on file descriptor 3; not together with `replyBytes`. */
  given?: Buffer;
  /** True if the program runs another one in a sandbox, to which signals are sent. */
  isWrapped?: boolean;
  signal: AbortSignal;
}

export interface CommandResult {
  ended: 'exited' | 'timed_out' | 'cancelled' | 'not_started';
  /** True if the limit of the caller ended the command, such as that of the run, before its own. */
  isCallersLimit?: true;
  /** Absent if a signal ended the process. */
  exitCode?: number;
  endedBySignal?: string;
  /** Raw output, including error output. */
  output: string;
  /** Standard error, if kept apart. */
  errorOutput?: string;
  /** Absent without a pipe for it, or if it was longer than wanted. */
  reply?: string;
  outputBytes: number;
}

/** Time to wait for output after the program has ended, from children that hold its pipes. */
const drainMs = 1_000;

/**
 * Runs a program in its own process group. Its child processes end with it, even after a success: no part of a
 * call continues once its outcome is in the log.
 */
export async function runCommand(command: Command): Promise<CommandResult> {
  if (command.signal.aborted) return { ...interruptedBy(command.signal), output: '', outputBytes: 0 };
  const output = new BoundedOutput(command.maximumBytes);
  const errors = command.errorsApart ? new BoundedOutput(command.maximumBytes) : output;
  const reply = new BoundedOutput(2 * (command.replyBytes ?? 0));
  const mark = processMark();
  const running = spawnCommand(command, mark.environment);
  if (running === undefined) return { ended: 'not_started', output: '', outputBytes: 0 };
  const { child, pipes } = running;
  // A program that does not read its input closes the pipe; this is not an error.
  pipes.input.on('error', () => {});
  pipes.input.end(command.input ?? '');
  pipes.output.on('data', (chunk: Buffer) => output.add(chunk));
  pipes.errors.on('data', (chunk: Buffer) => errors.add(chunk));
  pipes.reply?.on('data', (chunk: Buffer) => reply.add(chunk));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = new Promise<{ ended: 'exited' | 'not_started' }>((resolve) => {
    child.once('error', () => resolve({ ended: 'not_started' }));
    child.once('exit', () => resolve({ ended: 'exited' }));
  });

  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const interrupted = new Promise<Interrupted>((resolve) => {
    timer = setTimeout(() => resolve({ ended: 'timed_out' }), command.timeoutMs);
    onAbort = () => resolve(interruptedBy(command.signal));
    command.signal.addEventListener('abort', onAbort, { once: true });
  });
  const end = await Promise.race([exited, interrupted]);
  const { ended } = end;
  clearTimeout(timer);
  command.signal.removeEventListener('abort', onAbort);
  if (ended === 'not_started') return { ended, output: '', outputBytes: 0 };

  if (ended === 'exited') signalGroup(child, 'SIGKILL');
  else await endGroup(child, { isWrapped: command.isWrapped ?? false });
  await mark.end();
  await Promise.race([closed, later(drainMs)]);
  for (const pipe of [pipes.output, pipes.errors, pipes.reply]) pipe?.destroy();
  return {
    ...end,
    ...(child.exitCode === null ? {} : { exitCode: child.exitCode }),
    ...endedBySignal(child, command.isWrapped ?? false),
    output: output.text(),
    ...(errors === output ? {} : { errorOutput: errors.text() }),
    ...(reply.bytes > 0 && reply.bytes <= (command.replyBytes ?? 0) ? { reply: reply.text() } : {}),
    outputBytes: output.bytes,
  };
}

/** A caller's time limit aborts the signal too, often at the moment at which the timer of the command fires. */
function interruptedBy(signal: AbortSignal): Interrupted {
  return isOverTime(signal) ? { ended: 'timed_out', isCallersLimit: true } : { ended: 'cancelled' };
}

type Interrupted = { ended: 'timed_out'; isCallersLimit?: true } | { ended: 'cancelled' };

export interface Running {
  child: ChildProcess;
  pipes: { input: Writable; output: Readable; errors: Readable; reply?: Readable };
}

/**
 * Starts a process. Some failures are thrown, such as a command line that is too long; others are reported by
 * the event `error`.
 */
export function spawnCommand(
  command: Pick<Command, 'program' | 'arguments' | 'folder' | 'environment' | 'replyBytes' | 'given'>,
  marked: Record<string, string>,
): Running | undefined {
  const hasFourth = command.replyBytes !== undefined || command.given !== undefined;
  try {
    const child = spawn(command.program, [...command.arguments], {
      cwd: command.folder,
      env: { ...command.environment, ...marked },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(hasFourth ? (['pipe'] as const) : [])],
    });
    endFirstWithoutMemory(child.pid);
    const [input, output, errors, reply] = child.stdio;
    if (!(input instanceof Writable && output instanceof Readable && errors instanceof Readable))
      return undefined;
    if (command.given !== undefined && reply instanceof Writable) {
      // A program that ends before it has read closes the pipe; this is not an error.
      reply.on('error', () => {});
      reply.end(command.given);
      return { child, pipes: { input, output, errors } };
    }
    return { child, pipes: { input, output, errors, ...(reply instanceof Readable ? { reply } : {}) } };
  } catch {
    return undefined;
  }
}

/** Exit codes of shells and sandboxes for a program that a signal ended: this number and that of the signal. */
const signalBase = 128;

/** Returns the signal that ended a program. A sandbox reports it as an exit code, as a shell does. */
export function endedBySignal(
  { exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>,
  isWrapped: boolean,
): { endedBySignal?: string } {
  if (signalCode !== null) return { endedBySignal: signalCode };
  if (!isWrapped || exitCode === null) return {};
  const [name] =
    Object.entries(constants.signals).find(([, number]) => number === exitCode - signalBase) ?? [];
  return name === undefined ? {} : { endedBySignal: name };
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
