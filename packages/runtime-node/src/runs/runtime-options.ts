import type {
  MemoryStore,
  ModelPort,
  OutputValidators,
  RunState,
  RunStore,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { Asking } from '../driver/asking.ts';
import type { PolicyBundles } from '../driver/bundle-input.ts';
import type { Vault } from '../vault/vault.ts';
import type { ReadPresentRules } from './read-present-rules.ts';
import type { RunSetup, UserMessage } from './run-setup.ts';
import type { Team } from './team.ts';

export interface RuntimeOptions {
  store: RunStore;
  models: ModelPort;
  /** Tool providers; for duplicate names the first one wins. Native tools come before those of servers. */
  providers: readonly ToolProvider[];
  /** Memory of agents; if absent, they run without memory. */
  memory?: MemoryStore;
  /** Validators of guardrails; without it, every guardrail with a validator fails. */
  validators?: OutputValidators;
  /** Vault of secrets; without it, handles have no value and no text is searched for secrets. */
  vault?: Vault;
  /** Other agents that may join a run; without it there are none. */
  team?: Team;
  /** False if the project that tools read is not trusted; its files are then third-party text. */
  projectIsTrusted?: boolean;
  /** Returns the order for a message that is posted without one. If absent, each message needs its order. */
  orderFor?: (message: UserMessage) => RunSetup | Promise<RunSetup>;
  /** Returns the current rules for a resumed run. If absent, only the rules from its start apply. */
  presentRules?: ReadPresentRules;
  /** Certified policies of the agent's home. If absent, those at the start of a run hold until its end. */
  policyBundles?: PolicyBundles;
  /** Sends questions to approvers. If absent, a run that needs approval stays waiting in the store. */
  asking?: Asking;
  now?: () => string;
  log?: (message: string, facts: Record<string, unknown>) => void;
}

/** Options for posting a message. */
export interface PostOptions {
  signal?: AbortSignal;
  /** Set by a caller that needs the id in advance. */
  runId?: string;
  asking?: Asking;
}

/** Run that has ended or waits for an approver. */
export interface RunResult {
  runId: string;
  state: RunState;
  /** Delegated runs whose approvers the run waits for; absent if there are none. */
  waitsFor?: readonly string[];
}

type WithOrder = [RunSetup, UserMessage, (PostOptions | undefined)?];

/** Arguments of `postMessage`: a message, optionally after its order. */
export type Posted = [UserMessage, (PostOptions | undefined)?] | WithOrder;

export function isWithOrder(given: Posted): given is WithOrder {
  return 'definition' in given[0];
}
