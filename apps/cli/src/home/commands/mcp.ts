import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import {
  CallLimit,
  Membership,
  type ServerSurroundings,
  serveOverHttp,
  serveOverStdio,
} from '@agent-home/mcp-server';
import { shownText } from '@agent-home/protocol';
import { type AgentHome, connect, loadOrCreateIdentity, TrustStoreError } from '@agent-home/sdk';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { useProxy } from '../../state/use-proxy.ts';
import type { AssistantFlags } from '../assistant/open-assistant.ts';
import { type ApiFlags, findApi } from '../local/find-api.ts';
import { lockFolder } from '../local/folder-lock.ts';
import { getPinnedRoot, getStateFolder } from '../local/key-places.ts';

export interface McpFlags extends ApiFlags, AssistantFlags {
  key?: string;
  /** File or version of an agent whose rules decide on each call. */
  agent?: string;
  home?: string;
  name: string;
  id?: string;
  http?: string;
}

/**
 * `agent-home mcp`: its client acts in a home as the agent of this key. Standard output belongs to the
 * protocol; messages for users go to standard error.
 */
export async function mcp(environment: NodeJS.ProcessEnv, flags: McpFlags, version: string): Promise<void> {
  const port = flags.http === undefined ? undefined : portIn(flags.http);
  if (flags.agent !== undefined) {
    await serveAgent(flags.agent, { environment, flags, version, port });
    return;
  }
  if (flags.key === undefined)
    throw new ConfigurationError(
      'invalid_configuration',
      'pass --agent <file or name@version>, or --key <file> for an agent without a definition',
    );
  // The root pinned when this key joined overrides the environment's.
  const pinned = existsSync(getPinnedRoot(flags.key)) ? getPinnedRoot(flags.key) : undefined;
  const { url, rootSet } = await findApi(environment, { url: flags.home, root: flags.root ?? pinned });
  const { secretKey } = await loadOrCreateIdentity(flags.key);
  const state = await openState(getStateFolder(flags.key));
  const signal = stopSignal();
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const home = await openHome({
    url,
    rootSet,
    secretKey,
    // An unavailable or foreign home is reported in responses, because an assistant shows responses but not the reason why a server
    // ended.
    checkHome: false,
    ...(flags.id === undefined ? {} : { agentId: flags.id }),
    ...(state.folder === undefined ? {} : { stateDirectory: state.folder }),
  });
  const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
  const membership = new Membership({ home, card: { name: flags.name, personality } });
  const surroundings = {
    membership,
    limit: new CallLimit(),
    version,
    log: tell,
  };
  try {
    if (port === undefined) await serveOverStdio(surroundings, signal);
    else await serveUntil(signal, surroundings, port);
  } finally {
    await membership.close();
    await state.release();
  }
}

/** Serves the tools of an agent, whose policies decide on each call. */
async function serveAgent(
  agent: string,
  {
    environment,
    flags,
    version,
    port,
  }: { environment: NodeJS.ProcessEnv; flags: McpFlags; version: string; port: number | undefined },
): Promise<void> {
  if (flags.key !== undefined)
    throw new ConfigurationError(
      'invalid_configuration',
      '--key and --agent exclude each other: the key of --agent is in the folder of --state',
    );
  await useProxy(environment);
  const { url, rootSet } = await findApi(environment, { url: flags.home, root: flags.root });
  const signal = stopSignal();
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const { openAssistant } = await import('../assistant/open-assistant.ts');
  const { membership, gateway, close } = await openAssistant(agent, {
    ...{ environment, flags, url, rootSet, signal, log: tell },
  });
  const surroundings = { membership, gateway, limit: new CallLimit(), version, log: tell };
  try {
    if (port === undefined) await serveOverStdio(surroundings, signal);
    else await serveUntil(signal, surroundings, port);
  } finally {
    await close();
  }
}

async function serveUntil(
  signal: AbortSignal,
  surroundings: ServerSurroundings,
  port: number,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const door = await serveOverHttp(surroundings, { port, token });
  console.error(`MCP at ${door.url}\nAuthorization: Bearer ${token}`);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await door.close();
}

/** Opens the trust memory of a home. One process uses it at a time; a second one with the same key gets its own. */
async function openState(
  folder: string,
): Promise<{ folder: string | undefined; release: () => Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = await lockFolder(folder, 'mcp.pid');
  if (typeof release === 'function') return { folder, release };
  console.error(`${folder} is in use by another process, so trust data of this one is not saved`);
  return { folder: undefined, release: async () => {} };
}

async function openHome(options: Parameters<typeof connect>[0]): Promise<AgentHome> {
  return connect(options).catch((error: unknown) => {
    if (error instanceof TrustStoreError && error.code === 'other_agent')
      throw new ConfigurationError(
        'invalid_configuration',
        '--id differs from the agent of the key: leave out --id',
      );
    throw error;
  });
}

function portIn(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigurationError('invalid_configuration', '--http is not a port from 0 to 65535');
}

function tell(error: unknown): void {
  const line = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  console.error(shownText(line).slice(0, 1_000));
}
