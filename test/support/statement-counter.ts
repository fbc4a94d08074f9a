import { StatementReader } from './statement-reader.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** Stands between a home and PostgreSQL and writes down what is executed, as it goes over the wire. */
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

  /** The texts of what was executed while `work` ran, in their order. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    const before = this.#executed.length;
    await work();
    return this.#executed.slice(before);
  }
}
