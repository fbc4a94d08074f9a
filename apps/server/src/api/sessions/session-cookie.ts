import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiOptions } from '../context/api-context.ts';
import { isLocal } from './same-site.ts';

/**
 * Session cookie. A browser sends it only to this host, never with a request that another site began, and hides it from scripts.
 */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor({ authorities }: ApiOptions) {
    // Without TLS there is no `Secure`, and browsers accept `__Host-` only with it.
    const isHere = isLocal(authorities);
    this.#name = isHere ? 'agent_home_session' : '__Host-agent_home_session';
    this.#attributes = `Path=/; HttpOnly; SameSite=Strict${isHere ? '' : '; Secure'}`;
  }

  read(request: FastifyRequest): string | undefined {
    for (const part of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = part.trim().split('=', 2);
      if (name === this.#name && /^[A-Za-z0-9_-]{43}$/.test(value ?? '')) return value;
    }
    return undefined;
  }

  write(reply: FastifyReply, secret: string, maxAgeSeconds: number): void {
    reply.header('set-cookie', `${this.#name}=${secret}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`);
  }

  remove(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=; Max-Age=0; ${this.#attributes}`);
  }
}
