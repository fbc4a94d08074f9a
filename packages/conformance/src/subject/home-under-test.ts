import type { JsonObject } from '@agent-home/protocol';
import { KitError } from '../errors/kit-error.ts';
import { readBounded } from '../requests/read-bounded.ts';
import type { Answer } from './answer.ts';
import { checkProblem } from './check-problem.ts';
import type { HomeFindings } from './findings-of-home.ts';

const mostBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;

/** Method and path of a request, as `requestTo` fills them. */
export interface Request {
  method: string;
  path: string;
}

export interface Asking {
  headers?: Record<string, string>;
  body?: string;
}

/** API of a home for any caller. Refusals are checked on the way. */
export class HomeUnderTest {
  readonly url: URL;
  readonly #findings: HomeFindings;

  constructor(url: string, findings: HomeFindings) {
    this.url = new URL(url.endsWith('/') ? url.slice(0, -1) : url);
    this.#findings = findings;
  }

  /** @throws KitError if there is no response */
  async ask({ method, path }: Request, { headers = {}, body }: Asking = {}): Promise<Answer> {
    const asked = `${method} ${path}`;
    const url = new URL(path, this.url);
    const send = () =>
      fetch(url, {
        method,
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined || body === '' ? {} : { body }),
      });
    const response = await send()
      .catch((error: unknown) => {
        if (method !== 'GET' || !isReset(error)) throw error;
        // A server may close an idle connection while the next request is on its way.
        return send();
      })
      .catch((error: unknown) => {
        throw new KitError('unreachable', `${this.url.origin} does not answer ${asked}`, { cause: error });
      });
    const text = await readBounded(response, mostBytes).catch((error: unknown) => {
      if (error instanceof KitError) throw error;
      throw new KitError('unreachable', `${this.url.origin} broke off its answer to ${asked}`, {
        cause: error,
      });
    });
    const answer = { asked, status: response.status, headers: response.headers, text, json: objectIn(text) };
    const isRefusal = (answer.status < 200 || answer.status > 299) && answer.status !== 304;
    if (isRefusal) checkProblem(this.#findings, answer);
    return answer;
  }
}

/** True if the connection ended before any response. */
function isReset(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET';
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
