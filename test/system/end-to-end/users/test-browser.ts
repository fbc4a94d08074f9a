import type { TestHome } from '../../../support/start-home.ts';

/** Cookies and redirects of one browser, for the home and for a provider. */
export class TestBrowser {
  readonly #home: Pick<TestHome, 'url'>;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(home: Pick<TestHome, 'url'>) {
    this.#home = home;
  }

  /** Cookies for the home, as `name=value`. */
  get cookies(): Map<string, string> {
    const { origin } = new URL(this.#home.url);
    const known = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, known);
    return known;
  }

  /** Sends one request without following redirects. */
  async send(method: string, place: string, body?: unknown): Promise<Response> {
    const url = new URL(place, this.#home.url);
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
    this.#cookies.set(url.origin, jar);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: new URL(this.#home.url).origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  async json(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }

  /** Starts a sign-in and goes through the provider; returns the redirect back to the home, not yet opened. */
  async throughProvider(begin: { invitation?: string; back?: string } = {}): Promise<string> {
    const { body } = await this.json('POST', '/v1/session/oidc', begin);
    let place = String(body.url);
    for (let hop = 0; hop < 10; hop += 1) {
      const response = await this.send('GET', place);
      const next = new URL(response.headers.get('location') ?? '', place).href;
      if (next.startsWith(this.#home.url)) return next;
      place = next;
    }
    throw new Error('the provider leads nowhere');
  }

  /** Signs in and returns the address to which the home redirects the browser. */
  async signIn(begin: { invitation?: string; back?: string } = {}): Promise<string> {
    const response = await this.send('GET', await this.throughProvider(begin));
    return response.headers.get('location') ?? `status ${response.status}`;
  }
}
