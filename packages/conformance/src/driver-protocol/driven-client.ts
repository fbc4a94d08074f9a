import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { KitError } from '../errors/kit-error.ts';
import { type Done, doneSchemas, type Order, replySchema } from './driver-messages.ts';

/** Result of a client for an order. */
export type Outcome<Name extends Order['do']> = { done: Done[Name] } | { refused: string };

const longestLine = 4 * 1024 * 1024;

/** Client in a process of its own, driven over its standard streams. Its standard error is passed on. */
export class DrivenClient {
  readonly #command: readonly string[];
  readonly #timeoutMs: number;
  #child: ChildProcess | undefined;
  #waiting: { id: number; settle: (line: string | undefined) => void } | undefined;
  #next = 1;

  constructor(command: readonly string[], timeoutMs: number) {
    this.#command = command;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws KitError if the client exits, does not reply in time, or violates the protocol */
  async ask<Name extends Order['do']>(order: Extract<Order, { do: Name }>): Promise<Outcome<Name>> {
    const id = this.#next++;
    const line = await this.#exchange(id, JSON.stringify({ id, ...order }));
    if (line === undefined) throw new KitError('client_ended', `the client ended at ${order.do}`);
    const reply = replySchema.safeParse(jsonIn(line)).data;
    if (!reply || reply.id !== id)
      throw new KitError('client_garbled', `no answer to ${order.do}: ${line.slice(0, 200)}`);
    if ('refused' in reply) return { refused: reply.refused };
    const done = doneSchemas[order.do].safeParse(reply.done);
    if (done.success) return { done: done.data as Done[Name] };
    throw new KitError(
      'client_garbled',
      `the answer to ${order.do} does not fit at ${done.error.issues[0]?.path.join('.')}`,
    );
  }

  /** Stops the client; the next order starts it again. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin?.end();
    const killing = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(killing);
  }

  #exchange(id: number, text: string): Promise<string | undefined> {
    const child = this.#running();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting = undefined;
        child.kill('SIGKILL');
        reject(new KitError('client_timeout', `the client was silent for ${this.#timeoutMs} ms`));
      }, this.#timeoutMs);
      this.#waiting = {
        id,
        settle: (line) => {
          clearTimeout(late);
          this.#waiting = undefined;
          resolve(line);
        },
      };
      child.stdin?.write(`${text}\n`);
    });
  }

  #running(): ChildProcess {
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) return this.#child;
    const [program = '', ...given] = this.#command;
    const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    const ended = () => this.#child === child && this.#waiting?.settle(undefined);
    child.once('error', ended);
    child.once('exit', ended);
    child.stdin?.on('error', () => {});
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (this.#child === child) this.#waiting?.settle(line.slice(0, longestLine));
      });
    return child;
  }
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
