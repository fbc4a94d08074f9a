import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between two processes: can cut them off from each other, and hold what one says until it is let go. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #targetPort = 0;
  #isCut = false;
  #holding: Promise<void> | undefined;

  static async start(): Promise<TcpProxy> {
    const proxy = new TcpProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor() {
    this.#server = createServer((from) => this.#pass(from));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  to(targetPort: number): void {
    this.#targetPort = targetPort;
  }

  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Keeps back what is sent towards the target from now on, until the answer is called. */
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
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(from: Socket): void {
    if (this.#isCut) {
      from.resetAndDestroy();
      return;
    }
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
    from.on('data', async (chunk: Buffer) => {
      from.pause();
      await this.#holding;
      if (!target.destroyed) target.write(chunk);
      from.resume();
    });
    from.on('end', () => target.end());
  }
}
