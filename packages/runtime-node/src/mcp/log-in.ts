import { Client, type FetchLike, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Vault } from '../vault/vault.ts';
import { openLoopback } from './loopback.ts';
import { findAuth } from './server-auth.ts';
import { getHeaders, McpConfigError, type McpServerConfig, withDefaults } from './server-config.ts';
import { LoginFile } from './stored-login.ts';
import { speaksOlderTransport, urlTransports } from './url-link.ts';

export const loginErrorCodes = ['mcp_login_not_possible', 'mcp_login_refused', 'mcp_login_failed'] as const;
export type LoginErrorCode = (typeof loginErrorCodes)[number];

/** Thrown if a login at a server failed. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  readonly code: LoginErrorCode;

  constructor(code: LoginErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface LoginOptions {
  vault: Vault;
  environment: NodeJS.ProcessEnv;
  loginFolder: string;
  /** Shows the address that the user opens in a browser. */
  show(address: URL): void;
  signal: AbortSignal;
  fetch?: FetchLike;
}

/**
 * Logs in at a server that is reached by its address: discovery, registration, authorization code with PKCE, and tokens in a file.
 *
 * @returns `not_needed` if the server answers without a login
 * @throws LoginError; McpConfigError
 */
export async function logInAtServer(
  config: McpServerConfig,
  options: LoginOptions,
): Promise<'logged_in' | 'not_needed'> {
  const { name, way } = withDefaults(config);
  if (way.kind === 'command')
    throw new LoginError(
      'mcp_login_not_possible',
      `MCP server ${name} is a program without a login: pass its credentials in mcpServers.${name}.env`,
    );
  if (way.oauth?.grant === 'client_credentials')
    throw new LoginError(
      'mcp_login_not_possible',
      `MCP server ${name} uses client credentials: it needs no login (mcpServers.${name}.oauth)`,
    );
  const { vault, environment, loginFolder, show, signal, fetch } = options;
  const headers = await getHeaders(name, way.headers, environment, vault);
  const loopback = await openLoopback(way.oauth?.redirectPort ?? 0);
  try {
    const dialog = { redirect: loopback.redirect, state: loopback.state, show };
    const auth = await findAuth(name, way, { vault, loginFolder, dialog });
    if (auth === undefined)
      throw new LoginError(
        'mcp_login_not_possible',
        `MCP server ${name} has an Authorization header in the settings: remove it to log in`,
      );
    // An existing login would be used or refreshed without prompting.
    new LoginFile(loginFolder, { name, url: way.url }).write({ tokens: undefined });
    for (const open of urlTransports({
      url: way.url,
      type: way.type,
      headers,
      auth,
      fetch,
      clean: (text) => vault.secrets.clean(text),
    })) {
      const transport = open();
      const client = new Client({ name: 'agent-home', version: '0.1.0' }, { capabilities: {} });
      try {
        await client.connect(transport, { signal });
        return 'not_needed';
      } catch (error) {
        if (speaksOlderTransport(error)) continue;
        if (!(error instanceof UnauthorizedError)) throw error;
        const answer = await loopback.answered(signal);
        const refusal = answer.get('error');
        if (refusal !== null)
          throw new LoginError(
            'mcp_login_refused',
            `the login at ${name} was refused: ${refusal.slice(0, 100)}`,
          );
        await transport.finishAuth(answer);
        return 'logged_in';
      } finally {
        await transport.close();
      }
    }
    throw new LoginError(
      'mcp_login_failed',
      `MCP server ${name} supports neither streamable HTTP nor SSE at its url: check mcpServers.${name}.url`,
    );
  } catch (error) {
    if (error instanceof LoginError || error instanceof McpConfigError || signal.aborted) throw error;
    const reason = vault.secrets.clean(error instanceof Error ? error.message : String(error)).slice(0, 500);
    throw new LoginError('mcp_login_failed', `the login at ${name} failed: ${reason}`, { cause: error });
  } finally {
    await loopback.close();
  }
}

/**
 * Deletes the login at a server from this machine.
 * @returns false if there was none
 */
export function logOutAtServer(config: McpServerConfig, loginFolder: string): boolean {
  const { name, way } = withDefaults(config);
  return way.kind === 'url' && new LoginFile(loginFolder, { name, url: way.url }).delete();
}
