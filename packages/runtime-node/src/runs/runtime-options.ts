import type {
  MemoryStore,
  ModelPort,
  OutputValidators,
  RunState,
  RunStore,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { Asking } from '../driver/asking.ts';
import type { Vault } from '../vault/vault.ts';
import type { ReadPresentRules } from './read-present-rules.ts';
import type { RunSetup, UserMessage } from './run-setup.ts';
import type { Team } from './team.ts';

export interface RuntimeOptions {
  store: RunStore;
  models: ModelPort;
  /** Tools, the first of a name first: native tools before those of servers. */
  providers: readonly ToolProvider[];
  /** Memory of agents; without it they continue without one. */
  memory?: MemoryStore;
  /** Validators of guardrails; without it, every guardrail with a validator fails. */
  validators?: OutputValidators;
  /** Vault of secrets; without it, handles have no value and no text is searched for secrets. */
  vault?: Vault;
  /** Other agents that may join a run; without it there are none. */
  team?: Team;
  /** False if the project that tools read is not trusted: its files are words of others then. */
  projectIsTrusted?: boolean;
  /** Returns the order for a message that is posted alone; without it each message comes with its order. */
  orderFor?: (message: UserMessage) => RunSetup | Promise<RunSetup>;
  /** Rules of this moment for a run that continues; without it those that it began with hold alone. */
  presentRules?: ReadPresentRules;
  /** Way to approvers; without it a run that needs one is left waiting in the store. */
  asking?: Asking;
  now?: () => string;
  log?: (message: string, facts: Record<string, unknown>) => void;
}

/** Function that posts a message. */
export interface PostOptions {
  signal?: AbortSignal;
  /** Set by a caller that needs the id in advance. */
  runId?: string;
  asking?: Asking;
}

/** A run that has ended, or that waits for a person. */
export interface RunResult {
  runId: string;
  state: RunState;
}

type WithOrder = [RunSetup, UserMessage, (PostOptions | undefined)?];

/** Arguments of `postMessage`: a message alone, or after its order. */
export type Posted = [UserMessage, (PostOptions | undefined)?] | WithOrder;

export function isWithOrder(given: Posted): given is WithOrder {
  return 'definition' in given[0];
}
