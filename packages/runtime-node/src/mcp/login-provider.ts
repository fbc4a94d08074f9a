import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { KnownSecrets } from '../vault/known-secrets.ts';
import type { LoginFile } from './stored-login.ts';

/** Thrown if a server wants a login during a run. */
export class LoginRequired extends Error {
  override readonly name = 'LoginRequired';
  readonly code = 'mcp_login_required';

  constructor(server: string) {
    super(`it requires a login: run agent-home agents mcp login ${server}`);
  }
}

/** Address for the browser, and the way to show it to the user; absent in runs, which do not log in. */
export interface LoginDialog {
  redirect: string;
  state: string;
  show(address: URL): void;
}

export interface LoginProviderOptions {
  server: string;
  file: LoginFile;
  secrets: KnownSecrets | undefined;
  /** Client from the settings. If absent, one is registered at the authorization server. */
  client?: StoredOAuthClientInformation | undefined;
  scope?: string | undefined;
  dialog?: LoginDialog;
}

/** A login by the browser, with tokens in a file: authorization code with PKCE, then refresh tokens. */
export class LoginProvider implements OAuthClientProvider {
  readonly #options: LoginProviderOptions;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(options: LoginProviderOptions) {
    this.#options = options;
  }

  get redirectUrl(): string {
    return (
      this.#options.dialog?.redirect ?? this.#options.file.read().redirect ?? 'http://127.0.0.1/callback'
    );
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope, client } = this.#options;
    return {
      client_name: 'Agent Home',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: client && 'client_secret' in client ? 'client_secret_post' : 'none',
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return this.#options.dialog?.state ?? '';
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { client, dialog, file } = this.#options;
    if (client) return client;
    const stored = file.read();
    // Another port is another address: many servers compare it letter by letter.
    const isForOther = dialog !== undefined && stored.redirect !== dialog.redirect;
    return isForOther ? undefined : this.#known(stored.client);
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#options.file.write({ client: this.#known(client), redirect: this.redirectUrl });
  }

  tokens(): StoredOAuthTokens | undefined {
    const { tokens } = this.#options.file.read();
    if (tokens) this.#know(tokens);
    return tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#know(tokens);
    this.#options.file.write({ tokens });
  }

  redirectToAuthorization(address: URL): void {
    const { dialog, server } = this.#options;
    if (!dialog) throw new LoginRequired(server);
    dialog.show(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** Remembered, because the code must be sent to the same authorization server as the browser. */
  saveDiscoveryState(discovered: OAuthDiscoveryState): void {
    this.#discovered = discovered;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    const { file } = this.#options;
    if (scope === 'all') file.write({ tokens: undefined, client: undefined });
    else if (scope === 'tokens') file.write({ tokens: undefined });
    else if (scope === 'client') file.write({ client: undefined });
  }

  /** Tokens are searched for in all results, as secrets of the vault are. */
  #know({ access_token, refresh_token }: StoredOAuthTokens): void {
    const { server, secrets } = this.#options;
    secrets?.add(`login at ${server}`, access_token);
    if (refresh_token !== undefined) secrets?.add(`login at ${server}`, refresh_token);
  }

  #known(client: StoredOAuthClientInformation | undefined): StoredOAuthClientInformation | undefined {
    const { server, secrets } = this.#options;
    if (client && 'client_secret' in client && typeof client.client_secret === 'string')
      secrets?.add(`client at ${server}`, client.client_secret);
    return client;
  }
}
