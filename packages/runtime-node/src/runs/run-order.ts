import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { Limits } from '@agent-home/agent-runtime/policy';
import type {
  ChatMessage,
  GraphStart,
  PinnedPolicy,
  PinnedRepair,
  RunIdentity,
  RunStarted,
  SessionMemory,
} from '@agent-home/agent-runtime/run-log';
import type { RunModel } from '../setup/run-model.ts';

/** Who is to run, and by which rules: all of it is pinned in the run's first record. */
export interface RunOrder {
  definition: AgentDefinition;
  /** sha256 of the file it was read from, in hexadecimal. */
  definitionSha256: string;
  /** What the model is told first; the definition's prompt, or what was made of it. */
  systemPrompt: string;
  model: RunModel;
  policies: PinnedPolicy[];
  /** Denies of agents that handed the conversation over to this one, in addition to its own. */
  inheritedDeny?: readonly string[];
  /** MCP servers that the settings have, whether this agent names them or not; without it those that its definition names. */
  servers?: readonly string[];
  operator: {
    autoApprove: string[];
    unlocked: string[];
    /** How long people may take to approve; without it nobody can be asked, and what needs them is refused. */
    approvalExpiresMs?: number;
  };
  /** The operator's own, for every agent here. */
  limits?: Limits;
  sessionId: string;
  /** What the session said before, oldest first. */
  context: ChatMessage[];
  /** Whether words of others are in that context. */
  tainted: boolean;
  identity?: RunIdentity;
  /** Where it remembers; the runtime needs a store for it. */
  memory?: NonNullable<RunStarted['memory']>;
  /** The keys that its session remembers by, and what it has under them. */
  sessionMemory?: SessionMemory;
  /** By which model calls are repaired; without it the model that wrote them is told. */
  repair?: PinnedRepair;
  /** Of a fork: where in the graph it begins, and with what. */
  graphStart?: GraphStart;
  /** How a conversation is made to fit. */
  contextBounds?: NonNullable<RunStarted['context_bounds']>;
}

/** What wakes an agent (S4-18). */
export interface UserMessage {
  text: string;
  /** `user`, or what else woke it: `turn`, `feed`. */
  origin: string;
  /** Whether words of others are in it. */
  tainted: boolean;
  extra?: Record<string, string | number | boolean>;
}
