import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { deserializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { BoundedOutput } from '../processes/bounded-output.ts';
import { processMark } from '../processes/marked-processes.ts';
import { endFirstWithoutMemory } from '../processes/memory-victim.ts';
import { endGroup, exitWithin, signalGroup } from '../processes/process-group.ts';
import { FloodGauge } from './flood-gauge.ts';
import { LineReader } from './line-reader.ts';
import type { ServerLink, TransportEnd } from './link.ts';

export interface ServerCommand {
  command: string;
  args: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
}

const maximumMessageBytes = 8 * 1024 * 1024;
/**
 * Limit of buffered input for a server that does not read: it may send requests forever and never read the
 * responses.
 */
const maximumUnreadBytes = 16 * 1024 * 1024;
/** Rate limits of a server's messages and bytes; a server above them is flooding the process. */
const messageLimits = { burst: 5_000, perSecond: 100 };
const byteLimits = { burst: 64 * 1024 * 1024, perSecond: 1024 * 1024 };
const keptErrorOutput = 16 * 1024;
/** Time for a server to end by itself after its input was closed, as the protocol requires. */
const farewellMs = 500;
/** Time to read output after the end, if a process outside the group still holds the pipe. */
const lastWordsMs = 1_000;

/**
 * Transport to a server over its standard streams, in a process group of its own. The MCP client's own transport starts it in our
 * group, passes more of our environment, and leaves its child processes behind.
 */
export class StdioTransport implements Transport, ServerLink {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #command: ServerCommand;
  readonly #lines = new LineReader(maximumMessageBytes);
  readonly #messages = new FloodGauge(messageLimits);
  readonly #bytes = new FloodGauge(byteLimits);
  readonly #errorOutput = new BoundedOutput(keptErrorOutput);
  readonly #mark = processMark();
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #end: TransportEnd = 'ended';
  #isOver = false;
  #nonsense = 0;

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  get transport(): Transport {
    return this;
  }

  get end(): TransportEnd {
    return this.#end;
  }

  /** Number of lines that were not messages. */
  get nonsense(): number {
    return this.#nonsense;
  }

  get errorOutput(): string {
    return this.#errorOutput.text();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const child = spawn(this.#command.command, [...this.#command.args], {
      cwd: this.#command.folder,
      env: { ...this.#command.environment, ...this.#mark.environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    endFirstWithoutMemory(child.pid);
    child.stdin.on('error', () => {});
    child.stderr.on('data', (chunk: Buffer) => this.#errorOutput.add(chunk));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    // Its child processes end with it; its last response may still be in the pipe.
    child.once('exit', () => {
      signalGroup(child, 'SIGKILL');
      void this.#mark.end();
      setTimeout(() => this.#over(), lastWordsMs).unref();
    });
    child.once('close', () => this.#over());
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isOver || this.#child === undefined) throw new Error('the server has ended');
    // Not awaited: the call's timeout covers a server that does not read.
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    if (this.#child.stdin.writableLength > maximumUnreadBytes) this.#flooded();
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin.end();
    await exitWithin(child, farewellMs);
    await endGroup(child);
    await this.#mark.end();
    this.#over();
  }

  #read(chunk: Buffer): void {
    if (this.#isOver) return;
    const lines = this.#bytes.take(chunk.length) ? this.#lines.add(chunk) : 'too_long';
    if (lines === 'too_long') {
      this.#flooded();
      return;
    }
    for (const line of lines) {
      if (this.#isOver) return;
      if (this.#messages.take(1)) this.#take(line);
      else this.#flooded();
    }
  }

  #take(line: string): void {
    try {
      const message = deserializeMessage(line);
      this.onmessage?.(message);
    } catch {
      // Some servers print a greeting. Lines that are not messages are counted and ignored.
      this.#nonsense += 1;
    }
  }

  #flooded(): void {
    this.#end = 'flooded';
    this.#over();
  }

  /** Ends the rest of the group once its leader is gone or abandoned, and rejects pending requests. */
  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#child !== undefined) {
      signalGroup(this.#child, 'SIGKILL');
      this.#child.stdout.destroy();
      this.#child.stderr.destroy();
      this.#child.stdin.destroy();
    }
    this.onclose?.();
  }
}
