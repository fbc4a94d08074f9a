import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { Limits } from '@agent-home/agent-runtime/policy';
import type {
  ChatMessage,
  GraphStart,
  Media,
  PinnedBundle,
  PinnedPolicy,
  PinnedRepair,
  PinnedSubagent,
  PrivateField,
  RegisteredSpecs,
  RunIdentity,
  RunStarted,
  SessionMemory,
} from '@agent-home/agent-runtime/run-log';
import type { RunModel } from '../setup/run-model.ts';

/** Agent and rules of a run, all pinned in its first record. */
export interface RunSetup {
  definition: AgentDefinition;
  /** sha256 of the file it was read from, in hexadecimal. */
  definitionSha256: string;
  /** Versions of a home of which the agent consists. */
  registered?: RegisteredSpecs;
  /** System prompt: the definition's prompt, or a text made from it. */
  systemPrompt: string;
  model: RunModel;
  policies: PinnedPolicy[];
  /** Certified policies for the agent's identity, which narrow every leg of the run. */
  policyBundle?: PinnedBundle;
  /** Deny rules inherited from agents that handed the conversation over, in addition to its own. */
  inheritedDeny?: readonly string[];
  /** MCP servers in the settings, named by this agent or not. If absent, those that its definition names. */
  servers?: readonly string[];
  operator: {
    autoApprove: string[];
    unlocked: string[];
    /** Milliseconds in which approvers must decide. If absent, there is no approver, and calls that need one are refused. */
    approvalExpiresMs?: number;
    /** Set if only a certified decision of a home approves a call. */
    approvalsBy?: 'home';
    /** Content that only commitments may leave the machine for. */
    privateFields?: readonly PrivateField[];
  };
  /** Limits of the operator for every agent on this machine. */
  limits?: Limits;
  sessionId: string;
  /** Earlier messages of the session, oldest first. */
  context: ChatMessage[];
  /** True if that context contains third-party text. */
  tainted: boolean;
  identity?: RunIdentity;
  /** Memory of the agent; the runtime needs a store for it. */
  memory?: NonNullable<RunStarted['memory']>;
  /** Keys of the session memory, and their current values. */
  sessionMemory?: SessionMemory;
  /** Agents that the agent may delegate tasks to, with the texts by which its model chooses. */
  subagents?: readonly PinnedSubagent[];
  /** Model that repairs calls; without it the calling model reads the error. */
  repair?: PinnedRepair;
  /** Start of a fork: its place in the graph and its values. */
  graphStart?: GraphStart;
  /** Context settings of the conversation. */
  contextBounds?: NonNullable<RunStarted['context_bounds']>;
}

/** Message that starts an agent's run (S4-18). */
export interface UserMessage {
  text: string;
  /** `user`, or another origin such as `turn` or `feed`. */
  origin: string;
  /** True if it contains third-party text. */
  tainted: boolean;
  /** Images and PDFs of the message; a model that takes none refuses them. */
  media?: Media[];
  extra?: Record<string, string | number | boolean>;
}
