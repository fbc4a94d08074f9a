import { setTimeout as delay } from 'node:timers/promises';

interface AdminAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Client of an operator or an owner, with a bearer token; repeats requests while the home is unavailable. */
export class TokenClient {
  readonly #url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  async call(method: string, path: string, body?: object): Promise<AdminAnswer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** @throws Error if no wanted status is returned in time */
  async must(method: string, path: string, body?: object, wanted = [200, 201, 202]): Promise<AdminAnswer> {
    let last = '';
    for (let tries = 0; tries < 40; tries += 1) {
      const answer = await this.call(method, path, body).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && wanted.includes(answer.status)) return answer;
      last = typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`;
      await delay(150);
    }
    throw new Error(`${method} ${path} was not done: ${last.slice(0, 400)}`);
  }
}
