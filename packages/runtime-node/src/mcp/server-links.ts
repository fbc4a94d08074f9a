import { resolve } from 'node:path';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { ProgramPlace } from '../processes/program-place.ts';
import type { Vault } from '../vault/vault.ts';
import type { ServerLink } from './link.ts';
import { findAuth } from './server-auth.ts';
import {
  type CommandWay,
  getEnvironment,
  getHeaders,
  type ServerSettings,
  type UrlWay,
} from './server-config.ts';
import { StdioTransport } from './stdio-transport.ts';
import { urlLinks } from './url-link.ts';

export interface LinkOptions {
  place: ProgramPlace;
  project: string;
  environment: NodeJS.ProcessEnv;
  vault?: Vault;
  /** Folder of logins at servers, found when it is needed; absent: no login is used. */
  loginFolder?: (() => string) | undefined;
  /** Sends requests to servers by their addresses. */
  fetch?: FetchLike | undefined;
}

/**
 * Links to a server, in the order in which they are tried.
 *
 * @throws McpConfigError `mcp_variable_missing`
 */
export async function linksTo(
  { name, way }: Pick<ServerSettings, 'name' | 'way'>,
  options: LinkOptions,
): Promise<(() => ServerLink)[]> {
  return way.kind === 'url' ? addressLinks(name, way, options) : [await commandLink(name, way, options)];
}

async function addressLinks(name: string, way: UrlWay, options: LinkOptions): Promise<(() => ServerLink)[]> {
  const { environment, vault, loginFolder, fetch } = options;
  const headers = await getHeaders(name, way.headers, environment, vault);
  const auth = await findAuth(name, way, { vault, loginFolder: loginFolder?.() });
  const clean = vault && ((text: string) => vault.secrets.clean(text));
  return urlLinks({ url: way.url, type: way.type, headers, auth, fetch, clean });
}

async function commandLink(name: string, way: CommandWay, options: LinkOptions): Promise<() => ServerLink> {
  const { place, project, environment, vault } = options;
  const named = await getEnvironment(name, way.env, environment, vault);
  // Checked last and at every start, because an agent may have changed the files since the run began.
  place.beforeStart();
  return () =>
    new StdioTransport({
      command: way.command,
      args: way.args.map((arg) => arg.replaceAll('{project}', project)),
      folder: way.cwd === undefined ? place.folder : resolve(place.folder, way.cwd),
      environment: { ...place.environment, ...named },
    });
}
