import { defaultOwner } from '../definition/decode-options.ts';
import { type AllowedCalls, privateContent, type SettingsFile } from './settings-schema.ts';

/** Project and global settings combined; each member is present. */
export interface Settings {
  agents: {
    autoRoute: boolean;
    defaultScope: 'project' | 'global';
    contextPersistence: boolean;
    owner: string;
    model: string | undefined;
    tracing: {
      enabled: boolean;
      backend: 'console' | 'langsmith' | 'opentelemetry';
      url?: string | undefined;
      key?: string | undefined;
      /** True if spans for a collector have messages, arguments and results of calls. */
      contents?: boolean | undefined;
    };
  };
  mcpServers: NonNullable<SettingsFile['mcpServers']>;
  models: NonNullable<SettingsFile['models']>;
  tools: NonNullable<SettingsFile['tools']>;
  vault: NonNullable<SettingsFile['vault']>;
  approvals: {
    autoApprove: NonNullable<NonNullable<SettingsFile['approvals']>['autoApprove']>;
    unlock: string[];
    /** Patterns of both files: a project adds to the operator's after it is trusted. */
    allow: AllowedCalls[];
    by: 'terminal' | 'home';
    expiresAfterMs: number;
  };
  /** The smaller limits of both files, because a project may narrow the operator's settings but never widen them. */
  limits: NonNullable<SettingsFile['limits']>;
  /** Sandbox of the operator's settings, narrowed by those of the project. */
  sandbox: { bash: 'auto' | 'required' | 'off'; network: boolean; writable: string[] };
  /** Addresses that `web_fetch` may reach, by the operator's settings alone. */
  webFetch: { allowPrivate: boolean };
  /** Undefined if no file sets it. */
  toolCallRepair: SettingsFile['toolCallRepair'];
  context: { limitTurns: number; autoCompact: boolean };
  memory: NonNullable<SettingsFile['memory']>;
  validators: NonNullable<SettingsFile['validators']>;
  /** True if the operator's settings send the runs of residents to their home, and the project's do not forbid it. */
  mirror: boolean;
  /** Content of runs that is private in either file. */
  private: (typeof privateContent)[number][];
  /** Names from the project's settings. Every other program is the operator's and starts in the operator's own folder. */
  ofProject: Record<ProgramMember, string[]>;
}

/** Members whose entries start programs or load modules. */
export type ProgramMember = 'mcpServers' | 'models' | 'tools' | 'vault' | 'validators';

/**
 * Members by which a project's settings start programs, send secrets or reduce approvals. They apply after
 * `agents trust` only.
 */
export const membersToTrust = [
  'mcpServers',
  'models',
  'tools',
  'vault',
  'approvals',
  'toolCallRepair',
  'memory',
  'validators',
] as const;

/**
 * Merges a project's settings over the global ones: by name for members with names, by field for others. An untrusted project
 * contributes only settings for the display and selection of agents.
 */
export function combineSettings(
  global: SettingsFile,
  project: SettingsFile = {},
  { trusted }: { trusted: boolean } = { trusted: false },
): Settings {
  const taken: SettingsFile = trusted ? project : onlyHarmless(project);
  const agents = { ...global.agents, ...taken.agents };
  const tracing = combineTracing(global.agents?.tracing, taken.agents?.tracing);
  const approvals = { ...global.approvals, ...taken.approvals };
  return {
    agents: {
      autoRoute: agents.autoRoute ?? true,
      defaultScope: agents.defaultScope ?? 'project',
      contextPersistence: agents.contextPersistence ?? true,
      owner: agents.owner ?? defaultOwner,
      model: agents.model,
      tracing: {
        enabled: tracing.enabled ?? false,
        backend: tracing.backend ?? 'console',
        ...(tracing.url === undefined ? {} : { url: tracing.url }),
        ...(tracing.key === undefined ? {} : { key: tracing.key }),
        ...(tracing.contents === undefined ? {} : { contents: tracing.contents }),
      },
    },
    mcpServers: enabled({ ...global.mcpServers, ...taken.mcpServers }),
    models: { ...global.models, ...taken.models },
    tools: { ...global.tools, ...taken.tools },
    vault: { ...global.vault, ...taken.vault },
    approvals: {
      autoApprove: approvals.autoApprove ?? ['safe'],
      unlock: approvals.unlock ?? [],
      allow: [...(global.approvals?.allow ?? []), ...(taken.approvals?.allow ?? [])],
      by: approvals.by ?? 'terminal',
      expiresAfterMs: approvals.expiresAfterMs ?? 24 * 60 * 60 * 1000,
    },
    limits: smaller(global.limits, taken.limits),
    sandbox: narrowerSandbox(global.sandbox, taken.sandbox),
    webFetch: {
      allowPrivate:
        global.tools?.web_fetch?.allowPrivate === true && taken.tools?.web_fetch?.allowPrivate !== false,
    },
    toolCallRepair:
      global.toolCallRepair || taken.toolCallRepair
        ? { ...global.toolCallRepair, ...taken.toolCallRepair }
        : undefined,
    context: {
      limitTurns: taken.context?.limitTurns ?? global.context?.limitTurns ?? 24,
      autoCompact: taken.context?.autoCompact ?? global.context?.autoCompact ?? true,
    },
    memory: { ...global.memory, ...taken.memory },
    validators: { ...global.validators, ...taken.validators },
    mirror: global.mirror === true && taken.mirror !== false,
    private: privateContent.filter((field) =>
      [...(global.private ?? []), ...(taken.private ?? [])].includes(field),
    ),
    ofProject: {
      mcpServers: Object.keys(taken.mcpServers ?? {}),
      models: Object.keys(taken.models ?? {}),
      tools: Object.keys(taken.tools ?? {}),
      vault: Object.keys(taken.vault ?? {}),
      validators: Object.keys(taken.validators ?? {}),
    },
  };
}

/** Removes disabled servers. A disabled server also hides one of the same name in other settings. */
function enabled(servers: Settings['mcpServers']): Settings['mcpServers'] {
  return Object.fromEntries(Object.entries(servers).filter(([, { disabled }]) => disabled !== true));
}

type TracingFile = NonNullable<NonNullable<SettingsFile['agents']>['tracing']>;

/**
 * A key belongs to the address that it was configured with, so a project that names another address does not get the operator's
 * key. The same holds for the permission to send contents; a backend may have an address of its own.
 */
function combineTracing(global: TracingFile = {}, project: TracingFile = {}): TracingFile {
  const { key, contents, ...others } = global;
  const isElsewhere = project.url !== undefined;
  const isOtherBackend = project.backend !== undefined && project.backend !== global.backend;
  return {
    ...others,
    ...(isElsewhere || key === undefined ? {} : { key }),
    ...(isElsewhere || isOtherBackend || contents === undefined ? {} : { contents }),
    ...project,
  };
}

/**
 * Returns the members that are harmless without trust. The trace exporter is not: an untrusted project must not
 * send traces elsewhere.
 */
function onlyHarmless({ agents, limits, sandbox, mirror, private: hidden }: SettingsFile): SettingsFile {
  const narrower = {
    ...(limits === undefined ? {} : { limits }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(mirror === undefined ? {} : { mirror }),
    ...(hidden === undefined ? {} : { private: hidden }),
  };
  if (!agents) return narrower;
  const { tracing: _, ...harmless } = agents;
  return { agents: harmless, ...narrower };
}

/** Sandbox without settings: used where one works, without the network. */
export const defaultSandbox: Settings['sandbox'] = { bash: 'auto', network: false, writable: [] };

/** Ways to run commands, from the widest to the narrowest. */
const strictness = ['off', 'auto', 'required'] as const;

/** Combines two sandboxes to what both allow. */
function narrowerSandbox(
  operator: SettingsFile['sandbox'] = {},
  project: SettingsFile['sandbox'] = {},
): Settings['sandbox'] {
  const bash = operator.bash ?? defaultSandbox.bash;
  const rank = Math.max(strictness.indexOf(bash), strictness.indexOf(project.bash ?? 'off'));
  return {
    bash: strictness[rank] ?? bash,
    network: (operator.network ?? defaultSandbox.network) && project.network !== false,
    writable: (operator.writable ?? defaultSandbox.writable).filter(
      (path) => project.writable?.includes(path) ?? true,
    ),
  };
}

function smaller(one: SettingsFile['limits'] = {}, other: SettingsFile['limits'] = {}): Settings['limits'] {
  const limits: Settings['limits'] = { ...one };
  for (const name of ['maxTokens', 'maxTotalTokens', 'maxToolCalls', 'maxCost', 'timeoutMs'] as const) {
    const bound = other[name];
    if (bound !== undefined) limits[name] = Math.min(bound, limits[name] ?? bound);
  }
  return limits;
}
