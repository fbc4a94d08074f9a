import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Created for each connection: receives the data sent towards the target. */
type Tap = () => (chunk: Buffer) => void;

/** Proxy between two processes: can disconnect them, and hold back the data of one until it is released. */
export class TcpProxy {
  readonly #tap: Tap;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #targetPort = 0;
  #port = 0;
  #holding: Promise<void> | undefined;

  static async start(tap: Tap = () => () => undefined): Promise<TcpProxy> {
    const proxy = new TcpProxy(tap);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  private constructor(tap: Tap) {
    this.#tap = tap;
    this.#server = createServer((from) => this.#pass(from));
  }

  get port(): number {
    return this.#port;
  }

  to(targetPort: number): void {
    this.#targetPort = targetPort;
  }

  /** Breaks every connection and rejects new ones until `mend`, like a stopped server. */
  cut(): void {
    if (this.#server.listening) this.#server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async mend(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Holds back the data sent towards the target until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.#holding = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.#holding = undefined;
      release();
    };
  }

  async close(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.cut();
    await closed;
  }

  #pass(from: Socket): void {
    const target = connect(this.#targetPort, '127.0.0.1');
    for (const [one, other] of [
      [from, target],
      [target, from],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    target.pipe(from);
    const hear = this.#tap();
    from.on('data', async (chunk: Buffer) => {
      hear(chunk);
      from.pause();
      await this.#holding;
      if (!target.destroyed) target.write(chunk);
      from.resume();
    });
    from.on('end', () => target.end());
  }
}
