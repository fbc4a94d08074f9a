import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const lifeSeconds = 600;

const begunSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  invitation: z.string().optional(),
  back: z.string().optional(),
  until: z.number(),
});
export type BegunSignIn = Omit<z.infer<typeof begunSchema>, 'until'>;

/**
 * Cookie of a sign-in in progress, stored by the browser that began it and signed by the home. `SameSite=Lax`, since it returns
 * with the provider's redirect; `__Host-` over HTTPS, so that no other host of the domain can plant one.
 */
export class SignInCookie {
  readonly #key: Uint8Array;
  readonly #name: string;
  readonly #attributes: string;

  constructor(key: Uint8Array, isLocal: boolean) {
    this.#key = key;
    this.#name = isLocal ? 'agent_home_sign_in' : '__Host-agent_home_sign_in';
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isLocal ? '' : '; Secure'}`;
  }

  write(reply: FastifyReply, begun: BegunSignIn, now: Date): void {
    const text = JSON.stringify({ ...begun, until: now.getTime() + lifeSeconds * 1000 });
    const value = Buffer.from(text).toString('base64url');
    const cookie = `${this.#name}=${value}.${this.#mac(value)}; Max-Age=${lifeSeconds}; ${this.#attributes}`;
    reply.header('set-cookie', cookie);
  }

  /** Returns the sign-in of this browser, unless it has expired. */
  read(request: FastifyRequest, now: Date): BegunSignIn | undefined {
    for (const part of (request.headers.cookie ?? '').split(';')) {
      const [name, content = ''] = part.trim().split('=', 2);
      if (name !== this.#name) continue;
      const [value = '', mac = ''] = content.split('.');
      if (!isSame(mac, this.#mac(value))) continue;
      const { until, ...begun } = begunSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
      return until > now.getTime() ? begun : undefined;
    }
    return undefined;
  }

  remove(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=; Max-Age=0; ${this.#attributes}`);
  }

  #mac(value: string): string {
    return createHmac('sha256', this.#key).update(value).digest('base64url');
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
