import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { PublicRoutes } from '../routing/public-routes.ts';
import { getAddress } from '../server/client-address.ts';
import type { Visitor } from '../sessions/visitor-reader.ts';
import { openStream, type Stream } from './open-stream.ts';
import type { StreamHub } from './stream-hub.ts';
import { StreamPlaces } from './stream-places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a response that continues as long as it is read. */
    isStream?: boolean;
  }
}

/** Options of a route whose response is a stream. */
export const streamOptions = { exposeHeadRoute: false, config: { isStream: true } } as const;

/** Open streams of a route. They end with the API, and once their visitor signs out or loses its rights. */
export class VisitorStreams {
  readonly #closing: AbortSignal;
  readonly #loadVisitor: PublicRoutes['loadVisitor'];
  readonly #places = new StreamPlaces();
  readonly #streams = new Set<Stream>();

  constructor({ context: { closing, signedOutSignal }, loadVisitor }: PublicRoutes) {
    this.#closing = closing;
    this.#loadVisitor = loadVisitor;
    closing.addEventListener('abort', () => {
      for (const stream of this.#streams) stream.end();
    });
    signedOutSignal.subscribe(
      (name) => this.#check(({ credentials }) => credentials.includes(name)),
      () => this.#check(({ credentials }) => credentials.length > 0),
    );
  }

  /** Responds with a stream of what the hub sends. @throws ApiError `unauthenticated`, `rate_limited`, `service_unavailable` */
  async open(request: FastifyRequest, reply: FastifyReply, hub: StreamHub): Promise<FastifyReply> {
    const visitor = await this.#loadVisitor(request);
    // The client left during the lookup: there is no one to respond to.
    if (request.life.isOver) return reply.hijack();
    if (this.#closing.aborted)
      throw new ApiError('service_unavailable', 'the API is shutting down; retry', { retryAfterSeconds: 5 });
    request.life.hold(this.#places.take(visitor.credentials.at(-1), getAddress(request)));
    const visitorNow = () => this.#findVisitor(request);
    const stream = openStream({ request, reply, visitor, hub, visitorNow });
    this.#streams.add(stream);
    request.life.hold(() => this.#streams.delete(stream));
    return reply;
  }

  /** Returns undefined for a viewer who has to sign in again. */
  async #findVisitor(request: FastifyRequest): Promise<Visitor | undefined> {
    try {
      return await this.#loadVisitor(request);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  #check(isMeant: (visitor: Visitor) => boolean): void {
    for (const stream of this.#streams) if (isMeant(stream.visitor)) void stream.check();
  }
}
