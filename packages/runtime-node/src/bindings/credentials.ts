import { sign } from 'node:crypto';
import type { AuthSettings } from '@agent-home/agent-runtime/definition';
import { encodeBase64Url } from '@agent-home/protocol';
import { z } from 'zod';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import type { Vault } from '../vault/vault.ts';
import { type HttpAnswer, type HttpRequest, sendRequest } from './send-request.ts';

export interface Credential {
  headers: Record<string, string>;
  query: Record<string, string>;
}

const tokenSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});
/** Renews a token early, so that it does not expire during a request. */
const earlyMs = 30_000;
const usualSeconds = 300;

/** Credentials of a bound tool, made from secrets of the vault. Tokens are cached until shortly before they expire. */
export class Credentials {
  readonly #auth: AuthSettings;
  readonly #options: { tool: string; scopes: readonly string[]; vault: Vault; privateNetwork: boolean };
  #token: { value: string; until: number } | undefined;

  constructor(
    auth: AuthSettings,
    options: { tool: string; scopes: readonly string[]; vault: Vault; privateNetwork: boolean },
  ) {
    this.#auth = auth;
    this.#options = options;
  }

  /**
   * @param renewed true if the last credential was rejected
   * @throws SetupError; ToolFailure `auth_failed`
   */
  async credential(signal: AbortSignal, { renewed = false } = {}): Promise<Credential> {
    const { apiKey } = this.#auth;
    if (apiKey) {
      const value = await this.#options.vault.value(apiKey.key);
      return apiKey.header === undefined
        ? { headers: {}, query: { [apiKey.query ?? '']: value } }
        : { headers: { [apiKey.header]: value }, query: {} };
    }
    if (renewed || !this.#token || this.#token.until <= Date.now()) this.#token = await this.#fetch(signal);
    return { headers: { authorization: `Bearer ${this.#token.value}` }, query: {} };
  }

  /** Returns true if a refusal may mean that a token expired early. */
  get isRenewable(): boolean {
    return this.#auth.apiKey === undefined;
  }

  async #fetch(signal: AbortSignal): Promise<{ value: string; until: number }> {
    const { vault, privateNetwork, tool } = this.#options;
    const { tokenUrl, form, headers } = await this.#grant();
    const answer = await this.#asked({
      method: 'POST',
      url: new URL(tokenUrl),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      privateNetwork,
      signal,
    });
    const parsed = answer.status === 200 ? tokenSchema.safeParse(toJson(answer.text)).data : undefined;
    // The server's response is not reported, since it may repeat the secret.
    if (!parsed)
      throw new ToolFailure(
        'auth_failed',
        `${tool} has no access token: ${new URL(tokenUrl).host} responded with status ${answer.status}`,
        answer.status === 429 || answer.status >= 500 ? { retry: 'not_begun' } : {},
      );
    if (!vault.secrets.add(`token of ${tool}`, parsed.access_token))
      throw new ToolFailure(
        'auth_failed',
        `the access token for ${tool} is too short or too long to be kept secret; the operator has to check auth of the tool`,
      );
    const lastsMs = (parsed.expires_in ?? usualSeconds) * 1_000;
    return { value: parsed.access_token, until: Date.now() + Math.max(0, lastsMs - earlyMs) };
  }

  /** Requests a token. A failure means that the call itself was not begun. */
  async #asked(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await sendRequest(request);
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'http_failed')
        throw new ToolFailure('auth_failed', `the tool has no access token: ${error.message}`, {
          retry: 'not_begun',
        });
      throw error;
    }
  }

  async #grant(): Promise<{
    tokenUrl: string;
    form: Record<string, string>;
    headers: Record<string, string>;
  }> {
    const { vault, scopes } = this.#options;
    const scope: Record<string, string> = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
    const { oauth2, serviceAccount } = this.#auth;
    if (oauth2) {
      const secret = await vault.value(oauth2.clientSecret);
      const pair = [oauth2.clientId, secret].map(encodeURIComponent).join(':');
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      vault.secrets.add(oauth2.clientSecret, pair);
      return {
        tokenUrl: oauth2.tokenUrl,
        form: { grant_type: 'client_credentials', ...scope },
        headers: { authorization },
      };
    }
    if (!serviceAccount)
      throw new ToolFailure(
        'auth_failed',
        'the tool has no credentials; the operator has to set auth in its binding',
      );
    const assertion = await this.#assertion(serviceAccount, scope);
    vault.secrets.add(serviceAccount.privateKey, assertion);
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    return { tokenUrl: serviceAccount.tokenUrl, form: { grant_type, assertion }, headers: {} };
  }

  /** Creates an RFC 7523 assertion: the service account's identity, signed with its key, valid for a few minutes. */
  async #assertion(
    { tokenUrl, issuer, subject, keyId, algorithm, privateKey }: NonNullable<AuthSettings['serviceAccount']>,
    scope: Record<string, string>,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const header = { alg: algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
    const claims = {
      iss: issuer,
      sub: subject ?? issuer,
      aud: tokenUrl,
      iat: now,
      exp: now + 300,
      jti: crypto.randomUUID(),
      ...scope,
    };
    const signed = [header, claims]
      .map((part) => encodeBase64Url(Buffer.from(JSON.stringify(part))))
      .join('.');
    const key = await this.#options.vault.value(privateKey);
    try {
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${encodeBase64Url(signature)}`;
    } catch {
      throw new ToolFailure(
        'auth_failed',
        `${privateKey} is not a PEM private key for ${algorithm}; the operator has to replace it in the vault`,
      );
    }
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
