import { randomUUID } from 'node:crypto';
import type { OAuthRegisteredClientsStore } from '@modelcontextprotocol/sdk/server/auth/clients.js';
import { InvalidGrantError, InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  AuthorizationParams,
  OAuthServerProvider,
} from '@modelcontextprotocol/sdk/server/auth/provider.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** An authorization server behind the SDK's router whose user always agrees. */
export class TestAuthorization implements OAuthServerProvider {
  readonly clients = new Map<string, OAuthClientInformationFull>();
  readonly clientsStore: OAuthRegisteredClientsStore = {
    getClient: (id) => this.clients.get(id),
    registerClient: (client) => {
      const registered = { ...client, client_id: `client-${this.clients.size}-${randomUUID()}` };
      this.clients.set(registered.client_id, registered);
      return registered;
    },
  };
  /** Accepted tokens, and every secret that was ever issued. */
  readonly accepted = new Set<string>();
  readonly given: string[] = [];
  readonly #codes = new Map<string, AuthorizationParams>();
  readonly #refreshing = new Set<string>();
  refreshes = 0;

  async authorize(
    _client: OAuthClientInformationFull,
    params: AuthorizationParams,
    response: { redirect(address: string): void },
  ): Promise<void> {
    const code = randomUUID();
    this.#codes.set(code, params);
    const address = new URL(params.redirectUri);
    address.searchParams.set('code', code);
    if (params.state !== undefined) address.searchParams.set('state', params.state);
    response.redirect(address.href);
  }

  async challengeForAuthorizationCode(_client: OAuthClientInformationFull, code: string): Promise<string> {
    const params = this.#codes.get(code);
    if (!params) throw new InvalidGrantError('no such code');
    return params.codeChallenge;
  }

  async exchangeAuthorizationCode(_client: OAuthClientInformationFull, code: string): Promise<OAuthTokens> {
    if (!this.#codes.delete(code)) throw new InvalidGrantError('no such code');
    return this.#tokens();
  }

  async exchangeRefreshToken(
    _client: OAuthClientInformationFull,
    refreshToken: string,
  ): Promise<OAuthTokens> {
    if (!this.#refreshing.delete(refreshToken)) throw new InvalidGrantError('no such refresh token');
    this.refreshes += 1;
    return this.#tokens();
  }

  async verifyAccessToken(token: string): Promise<AuthInfo> {
    if (!this.accepted.has(token)) throw new InvalidTokenError('not a token of ours');
    return { token, clientId: 'any', scopes: [], expiresAt: Date.now() / 1000 + 3_600 };
  }

  /** Ends all logins, refresh tokens included. */
  revokeAll(): void {
    this.accepted.clear();
    this.#refreshing.clear();
  }

  #tokens(): OAuthTokens {
    const tokens = {
      access_token: `access-${randomUUID()}`,
      refresh_token: `refresh-${randomUUID()}`,
      token_type: 'bearer',
      expires_in: 3_600,
    };
    this.accepted.add(tokens.access_token);
    this.#refreshing.add(tokens.refresh_token);
    this.given.push(tokens.access_token, tokens.refresh_token);
    return tokens;
  }
}
