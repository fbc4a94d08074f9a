import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    life: RequestLife;
  }
}

type Release = () => void;

/** From the first line of a request to its end: its answer is written, or its client is gone. */
export class RequestLife {
  readonly #releases = new Set<Release>();
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  get held(): number {
    return this.#releases.size;
  }

  /**
   * Whatever outlasts a moment – a timer, a listener, a count – is taken together with what gives it back, once. Where
   * the request has ended while somebody was looked up, at once: nobody would tell of its end a second time.
   */
  hold(release: Release): void {
    if (this.#isOver) release();
    else this.#releases.add(release);
  }

  end(): void {
    this.#isOver = true;
    const releases = [...this.#releases];
    this.#releases.clear();
    for (const release of releases) release();
  }
}

export interface RequestLives {
  /** How much is held for requests now. */
  held(): number;
}

/** Has to be the first hook: what comes later may already wait for something. */
export function bindRequestsToTheirEnd(app: FastifyInstance): RequestLives {
  app.decorateRequest('life');
  const lives = new Set<RequestLife>();
  // Of one connection, on which requests can wait for each other: only the connection tells these of its end.
  const livesOf = new WeakMap<Socket, Set<RequestLife>>();

  function livesOn(socket: Socket): Set<RequestLife> {
    const known = livesOf.get(socket);
    if (known) return known;
    const made = new Set<RequestLife>();
    livesOf.set(socket, made);
    socket.once('close', () => {
      for (const life of made) end(life, made);
    });
    return made;
  }

  function end(life: RequestLife, onSocket: Set<RequestLife>): void {
    lives.delete(life);
    onSocket.delete(life);
    life.end();
  }

  app.addHook('onRequest', (request, reply, done) => {
    const life = new RequestLife();
    request.life = life;
    const { socket } = request.raw;
    const onSocket = livesOn(socket);
    lives.add(life);
    onSocket.add(life);
    reply.raw.once('close', () => end(life, onSocket));
    if (socket.destroyed) end(life, onSocket);
    done();
  });
  return { held: () => [...lives].reduce((sum, life) => sum + life.held, 0) };
}
