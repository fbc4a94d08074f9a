import { StatementReader } from './statement-reader.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** Proxy between a home and PostgreSQL that records the executed statements from the wire protocol. */
export class StatementCounter {
  readonly proxy: TcpProxy;
  readonly #executed: string[] = [];

  static async start(): Promise<StatementCounter> {
    const executed: string[] = [];
    const proxy = await TcpProxy.start(() => {
      const reader = new StatementReader((text) => executed.push(text));
      return (chunk) => reader.read(chunk);
    });
    return new StatementCounter(proxy, executed);
  }

  private constructor(proxy: TcpProxy, executed: string[]) {
    this.proxy = proxy;
    this.#executed = executed;
  }

  /** Returns the statements executed while `work` ran, in order. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    const before = this.#executed.length;
    await work();
    return this.#executed.slice(before);
  }
}
