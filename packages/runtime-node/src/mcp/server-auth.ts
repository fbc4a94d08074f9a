import {
  ClientCredentialsProvider,
  type OAuthClientProvider,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { KnownSecrets } from '../vault/known-secrets.ts';
import type { Vault } from '../vault/vault.ts';
import { type LoginDialog, LoginProvider } from './login-provider.ts';
import { McpConfigError, type UrlWay } from './server-config.ts';
import { LoginFile } from './stored-login.ts';

export interface AuthOptions {
  vault: Vault | undefined;
  /** Folder of logins; absent: no login is used. */
  loginFolder: string | undefined;
  /** Absent in runs. */
  dialog?: LoginDialog;
}

/**
 * Returns the authorization of requests to a server: client credentials or a login. Undefined if the settings have a header for it,
 * and in runs without a login: a rejection is then reported, and no client is registered.
 *
 * @throws McpConfigError `mcp_variable_missing` if the client's secret is unavailable
 */
export async function findAuth(
  name: string,
  way: UrlWay,
  { vault, loginFolder, dialog }: AuthOptions,
): Promise<OAuthClientProvider | undefined> {
  const { clientId, clientSecret, issuer, scopes, grant } = way.oauth ?? {};
  if (Object.keys(way.headers).some((header) => header.toLowerCase() === 'authorization')) return undefined;
  const secret = clientSecret === undefined ? undefined : await getSecret(name, clientSecret, vault);
  const scope = scopes?.join(' ');
  if (
    grant === 'client_credentials' &&
    clientId !== undefined &&
    secret !== undefined &&
    issuer !== undefined
  )
    return new ClientAsItself(
      { clientId, clientSecret: secret, expectedIssuer: issuer, ...(scope === undefined ? {} : { scope }) },
      name,
      vault?.secrets,
    );
  if (loginFolder === undefined) return undefined;
  const file = new LoginFile(loginFolder, { name, url: way.url });
  if (dialog === undefined && file.read().tokens === undefined) return undefined;
  const client =
    clientId === undefined
      ? undefined
      : {
          client_id: clientId,
          ...(secret === undefined ? {} : { client_secret: secret }),
          ...(issuer === undefined ? {} : { issuer }),
        };
  return new LoginProvider({
    server: name,
    file,
    secrets: vault?.secrets,
    client,
    scope,
    ...(dialog === undefined ? {} : { dialog }),
  });
}

async function getSecret(name: string, handle: string, vault: Vault | undefined): Promise<string> {
  if (!vault)
    throw new McpConfigError(
      'mcp_variable_missing',
      `mcpServers.${name}.oauth needs ${handle}, but no vault is open`,
    );
  return vault.value(handle);
}

/** Client credentials: tokens live as long as the process, and are searched for in all results. */
class ClientAsItself extends ClientCredentialsProvider {
  readonly #name: string;
  readonly #secrets: KnownSecrets | undefined;

  constructor(
    options: { clientId: string; clientSecret: string; expectedIssuer: string; scope?: string },
    name: string,
    secrets: KnownSecrets | undefined,
  ) {
    super(options);
    this.#name = name;
    this.#secrets = secrets;
  }

  override saveTokens(tokens: StoredOAuthTokens): void {
    this.#secrets?.add(`login at ${this.#name}`, tokens.access_token);
    super.saveTokens(tokens);
  }
}
