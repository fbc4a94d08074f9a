import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fault, keepSending, pass, plainObject, truncate } from './faults.ts';

/** HTTP server in front of the real store, which forwards everything except requests with a planned fault. */
export class FaultProxy {
  readonly #upstream: URL;
  readonly #server: Server;
  readonly #faults: Fault[] = [];
  #everyTime: Fault | undefined;
  #requests = 0;
  #sentBytes = 0;

  static async start(upstream: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(upstream: string) {
    this.#upstream = new URL(upstream);
    this.#server = createServer((request, response) => {
      this.#requests++;
      const fault = this.#faults.shift() ?? this.#everyTime;
      request.on('error', () => response.destroy());
      if (fault === undefined) this.#forward(request, (answer) => pass(answer, response));
      else this.#spoil(fault, request, response);
    });
  }

  get endpoint(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests seen since `reset`. */
  get requests(): number {
    return this.#requests;
  }

  /** Bytes that `flood` could get rid of since `reset`. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Applies these faults to the next requests, in order; later requests pass. */
  next(...faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  always(fault: Fault): void {
    this.#everyTime = fault;
  }

  reset(): void {
    this.#faults.length = 0;
    this.#everyTime = undefined;
    this.#requests = 0;
    this.#sentBytes = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #spoil(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
    switch (fault.kind) {
      case 'pass':
        this.#forward(request, (answer) => pass(answer, response));
        return;
      case 'answer':
        request.resume();
        response.writeHead(fault.status, { 'content-type': 'application/xml', ...fault.headers });
        response.end(request.method === 'HEAD' ? undefined : fault.body);
        return;
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'lose-answer':
        this.#forward(request, (answer) => {
          answer.resume();
          answer.on('end', () => request.socket.resetAndDestroy());
        });
        return;
      case 'truncate':
        this.#forward(request, (answer) => truncate(answer, response));
        return;
      case 'stall':
        request.resume();
        return;
      case 'drip':
        request.resume();
        response.writeHead(200, plainObject);
        keepSending(response, Buffer.from('x'), 20);
        return;
      case 'flood':
        request.resume();
        response.writeHead(200, plainObject);
        this.#flood(response);
        return;
    }
  }

  /** The host header is forwarded unchanged, because it may be part of a signature. */
  #forward(request: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): void {
    const { hostname, port } = this.#upstream;
    const { method, url: path, headers } = request;
    const onward = httpRequest({ hostname, port, method, path, headers, agent: false }, onAnswer);
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  }

  #flood(response: ServerResponse): void {
    const block = Buffer.alloc(16 * 1024, 'x');
    const send = (): void => {
      while (!response.destroyed && response.write(block)) this.#sentBytes += block.length;
    };
    response.on('drain', () => {
      this.#sentBytes += block.length;
      send();
    });
    send();
  }
}
