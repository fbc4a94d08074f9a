import { type ChildProcess, spawn } from 'node:child_process';
import { killProcess, LineReader, processEnvironment } from '@agent-home/runtime-node';
import type { LanggraphSettings } from './langgraph-settings.ts';
import { program } from './program.gen.ts';
import { longestLine, type ThreadMessage, type ToProgram, toDriverSchema } from './wire.ts';

/** Milliseconds until the program must be ready. Node loads LangGraph in a second on a quiet machine. */
const startMs = 60_000;
/** Milliseconds until the program must have confirmed a cancelled request; after that it is ended. */
const cancelMs = 5_000;
/** Characters of the program's last output that a failure quotes. */
const quoted = 400;

/** Thrown if the program could not be started. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
}

/** Thrown if the program ended, or sent a line that is no message, while a thread was played. */
export class LostProgramError extends Error {
  override readonly name = 'LostProgramError';
}

/** Running program, with which threads exchange messages. */
export interface ProgramLink {
  /** Sends a message and yields those of its thread until the caller stops. @throws LostProgramError */
  play(first: Extract<ToProgram, { type: 'run' }>, signal: AbortSignal): AsyncGenerator<ThreadMessage, never>;
  /** Sends a message. @throws RangeError if it is too long */
  send(message: ToProgram): void;
}

/** The program as a child: it starts when it is first needed, starts again after its death, and ends with this process. */
export class LanggraphProcess {
  readonly #settings: LanggraphSettings;
  readonly #environment: NodeJS.ProcessEnv;
  #running: { child: ChildProcess; link: Promise<ProgramLink> } | undefined;

  constructor(settings: LanggraphSettings, environment: NodeJS.ProcessEnv) {
    this.#settings = settings;
    this.#environment = environment;
  }

  /** @throws NotStartedError */
  link(): Promise<ProgramLink> {
    this.#running ??= this.#start();
    return this.#running.link;
  }

  /** Process id of the running program, for tests that kill it. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) await killProcess(running.child);
  }

  #start() {
    const { folder, template } = this.#settings;
    // Packages are found in the folder, which no variable of Node changes. No trace leaves this machine.
    const environment = processEnvironment(this.#environment, {
      LANGSMITH_TRACING: 'false',
      LANGCHAIN_TRACING_V2: 'false',
    });
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', program, ...(template === undefined ? [] : [template])],
      { cwd: folder, env: environment, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const running = { child, link: openLink(child) };
    const forget = () => {
      if (this.#running === running) this.#running = undefined;
    };
    child.once('exit', forget);
    child.once('error', forget);
    running.link.catch(() => {
      forget();
      child.kill('SIGKILL');
    });
    // The driver may end while the program is idle.
    for (const handle of [child, child.stdin, child.stdout, child.stderr]) unreference(handle);
    return running;
  }
}

function unreference(handle: object): void {
  if ('unref' in handle && typeof handle.unref === 'function') handle.unref();
}

function openLink(child: ChildProcess): Promise<ProgramLink> {
  return new Promise((resolve, reject) => {
    let output = '';
    const last = () => output.trim().split('\n').at(-1)?.slice(0, quoted) ?? '';
    const queues = new Queues(child);
    const fail = (why: string) => {
      clearTimeout(timer);
      const said = last();
      const detail = said === '' ? why : `${why}: ${said}`;
      queues.end(new LostProgramError(`LangGraph ended: ${detail}`));
      reject(
        new NotStartedError(
          `LangGraph did not start: ${detail}; check AGENT_HOME_LANGGRAPH and its packages`,
        ),
      );
    };
    const timer = setTimeout(() => fail(`not ready within ${startMs / 1_000} seconds`), startMs);
    child.stderr?.setEncoding('utf8');
    child.stderr?.on('data', (text: string) => {
      // Read to the end of the program's life, so that a full pipe never stops it.
      output = (output + text).slice(-4 * quoted);
    });
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) => fail(`it ended with ${signal ?? code}`));
    const lines = new LineReader(longestLine);
    child.stdout?.on('data', (chunk: Buffer) => {
      const read = lines.add(chunk);
      for (const line of read === 'too_long' ? ['too long'] : read) {
        const message = toDriverSchema.safeParse(toJson(line)).data;
        if (message === undefined) {
          fail('it sent a line that is no message');
          child.kill('SIGKILL');
          return;
        }
        if (message.type !== 'ready') queues.add(message);
        else {
          clearTimeout(timer);
          resolve(queues);
        }
      }
    });
  });
}

interface Queue {
  messages: ThreadMessage[];
  notify: () => void;
}

/** Messages of each thread that is being played. */
class Queues implements ProgramLink {
  readonly #child: ChildProcess;
  readonly #queues = new Map<string, Queue>();
  /** Threads that were cancelled and have not ended yet. */
  readonly #cancelled = new Map<string, NodeJS.Timeout>();
  #lost: LostProgramError | undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  send(message: ToProgram): void {
    const line = JSON.stringify(message);
    if (line.length > longestLine) throw new RangeError('the conversation is too long for LangGraph');
    if (!this.#lost) this.#child.stdin?.write(`${line}\n`);
  }

  async *play(
    first: Extract<ToProgram, { type: 'run' }>,
    signal: AbortSignal,
  ): AsyncGenerator<ThreadMessage, never> {
    const queue: Queue = { messages: [], notify: () => undefined };
    const { thread } = first;
    const notify = () => queue.notify();
    this.#queues.set(thread, queue);
    signal.addEventListener('abort', notify, { once: true });
    let isOver = false;
    try {
      this.send(first);
      for (;;) {
        signal.throwIfAborted();
        const message = queue.messages.shift();
        if (message) {
          isOver = message.type === 'failed' || message.type === 'paused' || message.type === 'ended';
          yield message;
        } else if (this.#lost) throw this.#lost;
        else
          await new Promise<void>((resolve) => {
            queue.notify = resolve;
          });
      }
    } finally {
      signal.removeEventListener('abort', notify);
      this.#queues.delete(thread);
      if (!isOver) this.#cancel(thread);
    }
  }

  add(message: ThreadMessage): void {
    const queue = this.#queues.get(message.thread);
    queue?.messages.push(message);
    queue?.notify();
    if (message.type !== 'failed' && message.type !== 'paused' && message.type !== 'ended') return;
    clearTimeout(this.#cancelled.get(message.thread));
    this.#cancelled.delete(message.thread);
  }

  end(lost: LostProgramError): void {
    this.#lost ??= lost;
    for (const { notify } of this.#queues.values()) notify();
    for (const timer of this.#cancelled.values()) clearTimeout(timer);
    this.#cancelled.clear();
  }

  /** A graph that does not stop is ended with its process; other threads are restored from their logs. */
  #cancel(thread: string): void {
    if (this.#lost) return;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), cancelMs);
    timer.unref();
    this.#cancelled.set(thread, timer);
    this.send({ type: 'forget', thread });
  }
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
