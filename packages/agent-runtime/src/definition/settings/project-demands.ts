import { asJson, canonicalJsonBytes, type JsonObject, sha256Hex } from '@agent-home/protocol';
import { membersToTrust } from './combine-settings.ts';
import { langsmithAddress } from './langsmith-address.ts';
import { collectVariables } from './resolve-environment.ts';
import type { SettingsFile } from './settings-schema.ts';

/**
 * Demands of a project on this machine, for a person to read before trusting it, and the hash that trust is
 * pinned to.
 */
export interface ProjectDemands {
  /** Hash of everything below, and of addresses and options that these lines leave out. */
  sha256: string;
  commands: {
    server: string;
    command: string;
    args: string[];
    /** Values as written: handles and `${NAME}` refer to values of this machine. */
    env: Record<string, string>;
    variables: string[];
  }[];
  /** Files of the project and packages that would be loaded. */
  modules: { of: string; module: string }[];
  /** Destinations of prompts, and of the named keys. */
  addresses: { of: string; url: string; key?: string }[];
  /** Secrets that it would take from this machine. */
  secrets: { name: string; from: string }[];
  /** Approvals that would no longer be requested. */
  approvals: JsonObject;
}

/** Returns undefined if a project's settings demand nothing. */
export function collectDemands(settings: SettingsFile): ProjectDemands | undefined {
  const members = membersToTrust.filter((name) => Object.keys(settings[name] ?? {}).length > 0);
  const tracing = settings.agents?.tracing;
  if (members.length === 0 && !tracing) return undefined;
  const pinned = {
    ...Object.fromEntries(members.map((name) => [name, settings[name]])),
    ...(tracing ? { tracing } : {}),
  };
  return {
    sha256: sha256Hex(canonicalJsonBytes(asJson(pinned))),
    commands: collectCommands(settings),
    modules: collectModules(settings),
    addresses: collectAddresses(settings),
    secrets: Object.entries(settings.vault ?? {}).map(([name, { env, file, command }]) => ({
      name,
      from: command
        ? `what ${command.join(' ')} says`
        : env === undefined
          ? `file ${file}`
          : `variable ${env}`,
    })),
    approvals: asJson({ ...settings.approvals, ...getDeclared(settings) }),
  };
}

/** Tools and servers for which fewer approvals would be requested. */
function getDeclared({ tools = {}, mcpServers = {} }: SettingsFile): JsonObject {
  const named = (entries: [string, boolean | undefined][]) =>
    entries.flatMap(([name, isDeclared]) => (isDeclared ? [name] : []));
  const trusted = [
    ...named(Object.entries(tools).map(([name, entry]) => [name, entry.trusted])),
    ...named(Object.entries(mcpServers).map(([name, entry]) => [`mcp.${name}`, entry.trusted])),
  ];
  const safe = named(Object.entries(tools).map(([name, entry]) => [name, entry.safe]));
  return { ...(trusted.length === 0 ? {} : { trusted }), ...(safe.length === 0 ? {} : { safe }) };
}

function collectCommands({
  mcpServers = {},
  vault = {},
  tools = {},
}: SettingsFile): ProjectDemands['commands'] {
  const named = [
    ...Object.entries(vault).map(([name, { command }]) => ({ server: `vault://${name}`, command })),
    ...Object.entries(tools).map(([name, { command }]) => ({ server: `tool ${name}`, command })),
  ];
  const others = named.flatMap(({ server, command: [command, ...args] = [] }) =>
    command === undefined ? [] : [{ server, command, args, env: {}, variables: [] }],
  );
  const ofServers = Object.entries(mcpServers).flatMap(([server, { command, args = [], env = {} }]) =>
    command === undefined ? [] : [{ server, command, args, env, variables: collectVariables(env) }],
  );
  return [...ofServers, ...others];
}

/** Providers that come with the runtime. */
const builtInProviders = new Set(['openai-compatible', 'openai', 'anthropic', 'google', 'emulator']);

function collectModules({
  tools = {},
  validators = {},
  models = {},
}: SettingsFile): ProjectDemands['modules'] {
  const bound = Object.entries(tools).flatMap(([name, { module }]) =>
    module === undefined ? [] : [{ of: `tool ${name}`, module }],
  );
  const checking = Object.entries(validators).map(([name, { module }]) => ({
    of: `validator ${name}`,
    module,
  }));
  const providers = Object.entries(models).flatMap(([name, { provider, package: module }]) => {
    if (module !== undefined) return [{ of: `model ${name}`, module }];
    return builtInProviders.has(provider) ? [] : [{ of: `model ${name}`, module: provider }];
  });
  return [...bound, ...checking, ...providers];
}

function collectAddresses({
  models = {},
  mcpServers = {},
  tools = {},
  memory,
  agents,
}: SettingsFile): ProjectDemands['addresses'] {
  const ofModels = Object.entries(models).flatMap(([name, { url, key }]) =>
    url === undefined ? [] : [{ of: `model ${name}`, url, ...(key === undefined ? {} : { key }) }],
  );
  const ofServers = Object.entries(mcpServers).flatMap(([name, { url, headers = {}, oauth }]) => {
    if (url === undefined) return [];
    const sent = [...Object.values(headers).flatMap(sentWith), ...sentWith(oauth?.clientSecret ?? '')];
    return [
      { of: `server ${name}`, url, ...(sent.length === 0 ? {} : { key: [...new Set(sent)].join(', ') }) },
    ];
  });
  const ofTools = Object.entries(tools).flatMap(([name, { http }]) => {
    if (!http) return [];
    const { oauth2, serviceAccount } = http.auth ?? {};
    const token = oauth2?.tokenUrl ?? serviceAccount?.tokenUrl;
    const urls = [http.url, ...(token === undefined ? [] : [token])];
    return urls.map((url) => ({ of: `tool ${name}`, url }));
  });
  return [
    ...ofModels,
    ...ofServers,
    ...ofTools,
    ...[memory?.redis, memory?.postgres].flatMap((server) =>
      server ? [{ of: 'memory', url: server.url }] : [],
    ),
    ...tracesAddress(agents?.tracing),
  ];
}

/** Returns the secrets and variables of this machine that a value uses. */
function sentWith(value: string): string[] {
  const variables = collectVariables({ value }).map((name) => `\${${name}}`);
  return [...(value.match(/vault:\/\/[a-zA-Z0-9._-]+/g) ?? []), ...variables];
}

/** An address, a backend with a fixed address, or only a key or contents for the address in this machine's settings. */
function tracesAddress(
  tracing: NonNullable<SettingsFile['agents']>['tracing'] = {},
): ProjectDemands['addresses'] {
  const {
    backend,
    key,
    contents = false,
    url = backend === 'langsmith' ? langsmithAddress : undefined,
  } = tracing;
  if (url === undefined && key === undefined && !contents) return [];
  const address = url ?? 'the address of traces of this machine';
  const sent = contents ? 'traces with messages, arguments and results' : 'traces';
  return [{ of: sent, url: address, ...(key === undefined ? {} : { key }) }];
}
