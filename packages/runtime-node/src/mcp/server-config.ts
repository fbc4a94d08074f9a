import {
  type McpServerSettings,
  resolveEnvironment,
  type Settings,
  variablesOf,
} from '@agent-home/definition';
import { isPassedOn } from '../processes/process-environment.ts';
import { handlesIn, type Vault } from '../vault/vault.ts';

/** A server that is started by a command, as the settings have it under its name. */
export type McpServerConfig = Omit<McpServerSettings, 'command' | 'url'> & { name: string; command: string };
/** The same with what holds where the settings say nothing. */
export type StartedServer = { [Member in keyof McpServerConfig]-?: NonNullable<McpServerConfig[Member]> };

const usualTimeoutMs = 60_000;

/** A definition names a server that cannot be had as the settings are (S3-67). */
export class McpConfigError extends Error {
  override readonly name = 'McpConfigError';
  readonly code:
    | 'mcp_server_not_configured'
    | 'mcp_server_twice'
    | 'mcp_variable_missing'
    | 'transport_not_supported';

  constructor(code: McpConfigError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The servers that a definition wants, of those that the settings have.
 *
 * @throws McpConfigError `mcp_server_not_configured`, `transport_not_supported`
 */
export function chooseMcpServers(
  configured: Settings['mcpServers'],
  wanted: readonly string[],
): McpServerConfig[] {
  return [...new Set(wanted)].map((name) => {
    const found = Object.hasOwn(configured, name) ? configured[name] : undefined;
    if (found === undefined) throw notConfigured(name);
    const { command, url: _, ...rest } = found;
    if (command === undefined)
      throw new McpConfigError('transport_not_supported', `MCP server ${name} has a url: only commands yet`);
    return { ...rest, name, command };
  });
}

export function notConfigured(name: string): McpConfigError {
  return new McpConfigError('mcp_server_not_configured', `MCP server not configured: ${name}`);
}

export function withDefaults({
  name,
  command,
  args,
  env,
  autoStart,
  trusted,
  timeoutMs,
}: McpServerConfig): StartedServer {
  return {
    name,
    command,
    args: args ?? [],
    env: env ?? {},
    autoStart: autoStart ?? false,
    trusted: trusted ?? false,
    timeoutMs: timeoutMs ?? usualTimeoutMs,
  };
}

/**
 * What a server gets beside what every process of a tool has (S3-131).
 *
 * @throws McpConfigError `mcp_variable_missing`: an empty key would be a riddle for whoever reads what the server says of it
 */
export async function environmentOf(
  { name, env }: StartedServer,
  environment: NodeJS.ProcessEnv,
  vault?: Vault,
): Promise<Record<string, string>> {
  const { resolved, missing } = resolveEnvironment(env, environment);
  if (missing.length > 0)
    throw new McpConfigError('mcp_variable_missing', `its env wants ${missing.join(', ')}, not set here`);
  for (const variable of variablesOf(env)) {
    // What every process of a tool has is no secret: a home folder stands in every path.
    if (!isPassedOn(variable)) vault?.secrets.add(`${name} ${variable}`, environment[variable] ?? '');
  }
  for (const [variable, value] of Object.entries(env))
    if (handlesIn(value).size > 0) {
      // The handle itself would be taken for the key, and told to whoever refuses it.
      if (!vault)
        throw new McpConfigError('mcp_variable_missing', `its env wants ${value}: no vault is open`);
      resolved[variable] = await vault.value(value);
    }
  return resolved;
}
