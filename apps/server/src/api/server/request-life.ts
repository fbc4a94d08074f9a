import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    life: RequestLife;
  }
}

type Release = () => void;

/** Lifetime of a request, from its first line until its response is written or its client disconnects. */
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
   * Registers the release of a resource that outlasts the handler: a timer, a listener, a count. If the request
   * has already ended, it is released at once, since its end is reported only once.
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
  /** Returns the number of resources that requests currently hold. */
  held(): number;
}

/** Must be the first hook, because later ones may already hold resources. */
export function bindRequestsToTheirEnd(app: FastifyInstance): RequestLives {
  app.decorateRequest('life');
  const lives = new Set<RequestLife>();
  // Requests of one connection, which may queue behind each other. Only the connection reports their end.
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
