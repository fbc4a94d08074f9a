import {
  collectVariables,
  type McpServerSettings,
  resolveEnvironment,
  type Settings,
} from '@agent-home/agent-runtime/definition';
import { isPassedOn } from '../processes/process-environment.ts';
import { handlesIn, type Vault } from '../vault/vault.ts';

/** Server from the settings with its name: started by a command, or reached by its address. */
export type McpServerConfig = McpServerSettings & { name: string };

/** Settings of a server with their defaults. */
export interface ServerSettings {
  name: string;
  way: CommandWay | UrlWay;
  autoStart: boolean;
  trusted: boolean;
  timeoutMs: number;
  startTimeoutMs: number;
  /** True if the settings have a start timeout; a run then waits that long for the server. */
  isAwaited: boolean;
}

export interface CommandWay {
  kind: 'command';
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Below the folder of its place, if it is not absolute. */
  cwd: string | undefined;
}

export interface UrlWay {
  kind: 'url';
  url: string;
  type: 'http' | 'sse';
  headers: Readonly<Record<string, string>>;
  oauth: McpServerSettings['oauth'];
}

const usualTimeoutMs = 60_000;
const usualStartTimeoutMs = 60_000;

/** Thrown if a server cannot be used with the current settings (S3-67). */
export class McpConfigError extends Error {
  override readonly name = 'McpConfigError';
  readonly code: 'mcp_server_not_configured' | 'mcp_server_twice' | 'mcp_variable_missing';

  constructor(code: McpConfigError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Selects the configured servers that a definition names.
 *
 * @throws McpConfigError `mcp_server_not_configured`
 */
export function chooseMcpServers(
  configured: Settings['mcpServers'],
  wanted: readonly string[],
): McpServerConfig[] {
  return [...new Set(wanted)].map((name) => {
    const found = Object.hasOwn(configured, name) ? configured[name] : undefined;
    if (found === undefined) throw notConfigured(name);
    return { ...found, name };
  });
}

export function notConfigured(name: string): McpConfigError {
  return new McpConfigError('mcp_server_not_configured', `MCP server not configured: ${name}`);
}

/** @throws McpConfigError `mcp_server_not_configured` if there is neither a command nor an address */
export function withDefaults(config: McpServerConfig): ServerSettings {
  const { name, autoStart, trusted, timeoutMs, startTimeoutMs } = config;
  return {
    name,
    way: getWay(config),
    autoStart: autoStart ?? false,
    trusted: trusted ?? false,
    timeoutMs: timeoutMs ?? usualTimeoutMs,
    startTimeoutMs: startTimeoutMs ?? usualStartTimeoutMs,
    isAwaited: startTimeoutMs !== undefined,
  };
}

function getWay({
  name,
  command,
  args,
  env,
  cwd,
  url,
  type,
  headers,
  oauth,
}: McpServerConfig): ServerSettings['way'] {
  if (command !== undefined) return { kind: 'command', command, args: args ?? [], env: env ?? {}, cwd };
  if (url !== undefined)
    return { kind: 'url', url, type: type === 'sse' ? 'sse' : 'http', headers: headers ?? {}, oauth };
  throw notConfigured(name);
}

/**
 * Returns a server's environment (S3-131), with variables of this machine and vault secrets filled in.
 *
 * @throws McpConfigError `mcp_variable_missing`, because a server with an empty key would report a different problem
 */
export async function getEnvironment(
  name: string,
  env: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
  vault?: Vault,
): Promise<Record<string, string>> {
  const resolved = withVariables({ name, member: 'env' }, env, environment, vault);
  for (const [variable, value] of Object.entries(env))
    if (handlesIn(value).size > 0) {
      // The server would treat the handle as the key and repeat it in its refusal.
      if (!vault)
        throw new McpConfigError(
          'mcp_variable_missing',
          `env needs ${value}, but no vault is open (mcpServers.${name}.env)`,
        );
      resolved[variable] = await vault.value(value);
    }
  return resolved;
}

const handlesInText = /vault:\/\/[a-zA-Z0-9._-]+/g;

/**
 * Resolves the values of a server's headers; a handle may be part of a value, as in `Bearer vault://tickets`.
 *
 * @throws McpConfigError `mcp_variable_missing`
 */
export async function getHeaders(
  name: string,
  headers: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
  vault?: Vault,
): Promise<Record<string, string>> {
  const handles = new Set(Object.values(headers).flatMap((value) => value.match(handlesInText) ?? []));
  const secrets = new Map<string, string>();
  for (const handle of handles) {
    if (!vault)
      throw new McpConfigError(
        'mcp_variable_missing',
        `headers need ${handle}, but no vault is open (mcpServers.${name}.headers)`,
      );
    secrets.set(handle, await vault.value(handle));
  }
  // Handles are found before variables are filled in, so that the value of a variable is never read as a handle.
  const marked = Object.entries(headers).map(
    ([header, value]) => [header, value.split(/(vault:\/\/[a-zA-Z0-9._-]+)/)] as const,
  );
  return Object.fromEntries(
    marked.map(([header, parts]) => [
      header,
      parts
        .map(
          (part) =>
            secrets.get(part) ??
            withVariables({ name, member: 'headers' }, { part }, environment, vault).part,
        )
        .join(''),
    ]),
  );
}

function withVariables(
  { name, member }: { name: string; member: 'env' | 'headers' },
  values: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
  vault: Vault | undefined,
): Record<string, string> {
  const { resolved, missing } = resolveEnvironment(values, environment);
  if (missing.length > 0)
    throw new McpConfigError(
      'mcp_variable_missing',
      `environment variables are not set: ${missing.join(', ')}; set them, or remove them from mcpServers.${name}.${member}`,
    );
  for (const variable of collectVariables(values)) {
    // Variables passed to every tool process are not secrets: every path contains the home folder, for example.
    if (!isPassedOn(variable)) vault?.secrets.add(`${name} ${variable}`, environment[variable] ?? '');
  }
  return resolved;
}
