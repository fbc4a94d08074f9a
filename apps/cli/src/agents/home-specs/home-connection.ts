import { readFileSync } from 'node:fs';
import { type Endpoint, endpointName } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { z } from 'zod';
import { HomeSpecError } from '../../errors/command-errors.ts';
import { withProxy } from '../../state/use-proxy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Flags of commands that read the specs of a home as their owner. */
export interface HomeFlags {
  /** `--home`: URL, or true for AGENT_HOME_URL. */
  home?: string | true;
  /** `--token-file`, before AGENT_HOME_TOKEN. */
  tokenFile?: string;
}

/** Larger than the largest set of a home, in which most bytes are escaped. */
const largestAnswer = 16 * 1024 ** 2;
const largestTokenFile = 4_096;
/** Characters of a problem's text that are printed. */
const longestDetail = 2_000;
const timeoutMs = 15_000;
const tokenVariable = 'AGENT_HOME_TOKEN';
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const problemSchema = z.looseObject({
  code: z.string().regex(/^[a-z0-9_]{1,80}$/),
  detail: z.string().optional(),
});

/** Refusal of a home, with its problem code. */
export class HomeRefusal extends Error {
  override readonly name = 'HomeRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Sends requests of an owner to a home. A redirect is not followed, because it would take the token to another host. */
export class HomeConnection {
  /** URL of the home without a trailing slash. */
  readonly base: string;
  readonly #token: string;
  readonly #fetch: typeof fetch;

  private constructor(base: string, token: string, environment: Environment) {
    this.base = base;
    this.#token = token;
    this.#fetch = withProxy(environment).fetch ?? fetch;
  }

  /** @throws HomeSpecError `home_url_missing`, `insecure_url`, `home_token_missing` */
  static open(environment: Environment, { home, tokenFile }: HomeFlags): HomeConnection {
    const base = getBase(typeof home === 'string' ? home : environment.AGENT_HOME_URL);
    return new HomeConnection(base, readToken(environment, tokenFile), environment);
  }

  /**
   * Sends one request and reads its JSON. Returns it with the status, which says whether something new was made.
   * @throws HomeRefusal with the home's code; HomeSpecError `home_unreachable`, `bad_answer`, `home_refused`
   */
  async request<Answer extends z.ZodType>(
    endpoint: Endpoint,
    path: string,
    { answer, body }: { answer: Answer; body?: unknown },
  ): Promise<{ status: number; data: z.output<Answer> }> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, text } = await this.#send(endpoint, path, { body, signal });
    const value = getJson(text);
    if (status >= 200 && status < 300) {
      const parsed = answer.safeParse(value);
      if (parsed.success) return { status, data: parsed.data };
      throw this.#badAnswer(`${endpointName(endpoint)} does not have the form of the protocol`);
    }
    const problem = problemSchema.safeParse(value).data;
    if (!problem) throw this.#badAnswer(`HTTP ${status} without a problem document`);
    const detail = shownText((problem.detail ?? problem.code).slice(0, longestDetail));
    if (status === 401)
      throw new HomeSpecError(
        'home_refused',
        `${this.base} does not accept the token: set ${tokenVariable} to a valid token of an owner`,
      );
    throw new HomeRefusal(problem.code, detail);
  }

  async #send(
    { method }: Endpoint,
    path: string,
    { body, signal }: { body: unknown; signal: AbortSignal },
  ): Promise<{ status: number; text: string }> {
    try {
      const response = await this.#fetch(`${this.base}${path}`, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await this.#read(response) };
    } catch (error) {
      if (error instanceof HomeSpecError) throw error;
      const why = signal.aborted ? `no response within ${timeoutMs / 1_000} s` : getReason(error);
      throw new HomeSpecError(
        'home_unreachable',
        `${this.base} cannot be reached (${why}): check the URL, and that the home runs`,
        { cause: error },
      );
    }
  }

  async #read({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > largestAnswer) throw this.#badAnswer('the response is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #badAnswer(why: string): HomeSpecError {
    return new HomeSpecError(
      'bad_answer',
      `${this.base} is not a home of this version: ${why}; check the URL`,
    );
  }
}

function getBase(url: string | undefined): string {
  if (url === undefined || url === '')
    throw new HomeSpecError(
      'home_url_missing',
      'the home is missing: pass --home URL, or set AGENT_HOME_URL',
    );
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new HomeSpecError(
      'home_url_missing',
      `${shownText(url)} is not the URL of a home: use http(s)://host:port without user name and password`,
    );
  if (parsed.protocol === 'http:' && !loopbackHosts.has(parsed.hostname))
    throw new HomeSpecError(
      'insecure_url',
      `http://${parsed.hostname} would send the token without encryption: use https`,
    );
  return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

/** A token is never a flag, because other users of the machine see the flags of a process. */
function readToken(environment: Environment, file: string | undefined): string {
  const said = file === undefined ? environment[tokenVariable] : readTokenFile(file);
  const token = said?.trim() ?? '';
  if (/^[A-Za-z0-9_-]{20,200}$/.test(token)) return token;
  throw new HomeSpecError(
    'home_token_missing',
    token === ''
      ? `the token of the owner is missing: set ${tokenVariable}, or pass --token-file FILE`
      : `${file === undefined ? tokenVariable : shownText(file)} has no valid token: copy the whole token of the owner`,
  );
}

function readTokenFile(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length <= largestTokenFile ? text : '';
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new HomeSpecError(
      'home_token_missing',
      `${shownText(file)} cannot be read (${code}): check --token-file`,
    );
  }
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the system's error code, since `fetch` reports only that it failed. */
function getReason(error: unknown): string {
  const { code } = (error instanceof Error ? (error.cause ?? error) : {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'no connection';
}
