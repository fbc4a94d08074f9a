import type { JsonValue } from '@agent-home/protocol';
import type { NameTable } from '../definition/index.ts';
import type { BoundRules, Rulebook, Tokens } from '../policy/index.ts';
import type { ModelRequest, OfferedTool } from '../ports/model-request.ts';
import type {
  ApprovalDecided,
  ApprovalRequested,
  BranchResult,
  CallAnswered,
  CallOutcome,
  CallQuestioned,
  CallRequested,
  ChatMessage,
  GraphNode,
  LogHead,
  MemoryEntry,
  PinnedTool,
  PresentRules,
  RunEnded,
  RunRecord,
  RunStarted,
  SessionValue,
} from '../run-log/index.ts';
import type { GraphState } from './graph-state.ts';
import type { LegsState, LegsUsage } from './legs-state.ts';
import type { OutputCheck } from './output-check.ts';
import type { RepairWork } from './repair-work.ts';
import type { RepetitionWatch } from './repetition-watch.ts';

/** Call whose tool is about to run or is running. */
export interface CurrentCall {
  callId: string;
  tool: PinnedTool;
  decided: RunRecord;
  invoked: RunRecord;
  request: CallRequested;
  /** Set once it is in the log. */
  prepared?: RunRecord;
  /** Set if the rules at the resumption do not allow the call. Its tool reports whether it was done; the call is not made again. */
  withdrawn?: CallOutcome;
}

/** Reply of an approver, until the run continues with it. */
export type Answered =
  | { kind: 'approval'; call: CallRequested; tool: PinnedTool; data: ApprovalDecided; answered: RunRecord }
  | { kind: 'outcome'; call: CurrentCall; data: CallAnswered; answered: RunRecord }
  /** Answer for a node of a graph in which a person decides. */
  | { kind: 'node'; data: ApprovalDecided; answered: RunRecord };

/** Request to a model outside of the conversation; the run continues with any result. */
export type SideQuestion =
  | { purpose: 'repair_names' | 'repair_arguments'; repair: RepairWork }
  | { purpose: 'repair_output'; check: OutputCheck }
  | { purpose: 'compact'; to: number; messages: number };

/** Next agent and its message. */
export interface NextLeg {
  readonly agent: string;
  readonly message: string;
  /** Value that conditions read as `input` during the leg. */
  readonly input: JsonValue;
  /** Record that led to the leg. */
  readonly cause: number;
  /** Call that handed over; absent if a graph activated the agent. */
  readonly call?: CurrentCall;
}

/** Part of the work of a node that a run of its own does. */
export interface Branch {
  readonly id: string;
  readonly agent: string;
  readonly message: string;
}

/** Input that the run waits for. */
export type Waiting =
  | { for: 'message' }
  | {
      for: 'model';
      modelCallId: string;
      requestSeq: number;
      request: ModelRequest;
      /** Estimated input tokens of the request. */
      inputTokens: number;
      /** Set for a request that is no step of the conversation. */
      side?: SideQuestion;
    }
  /** Results of the memory store for the round that begins. */
  | { for: 'recall'; query: string; cause: number }
  /** That the interaction is kept; its answer is there. */
  | { for: 'memorizing'; entry: MemoryEntry; ending: Ending; cause: number }
  /** That an agent is brought in which was not at work in this run before. */
  | { for: 'leg'; next: NextLeg }
  /** Verdict of a validator about an output. */
  | { for: 'judgement'; check: OutputCheck; guardrail: string; cause: number }
  /** Ends of the runs that do the work of a node. */
  | {
      for: 'branches';
      node: GraphNode;
      visit: number;
      attempt: number;
      branches: readonly Branch[];
      /** Results of earlier attempts. */
      results: readonly BranchResult[];
      cause: number;
    }
  | { for: 'preparation'; call: CurrentCall }
  | { for: 'outcome'; call: CurrentCall }
  /** A person's leave. */
  | {
      for: 'approval';
      call: CallRequested;
      tool: PinnedTool;
      question: ApprovalRequested;
      asked: RunRecord;
    }
  /** A person who finds out what came of a call. */
  | { for: 'settlement'; call: CurrentCall; question: CallQuestioned; asked: RunRecord }
  /** Process that continues with an answer. */
  | { for: 'resumption'; from: Answered }
  | { for: 'nothing' };

export interface Compaction {
  /** Index in the transcript of the first message that is shown as it is. */
  to: number;
  summary: string;
}

/** State of a run. It is a function of the run's inputs, and the next record depends on nothing else. */
export interface RunState {
  /** The run's first record. */
  readonly first: RunStarted;
  /** Settings of the active leg: the agent's own, with limits reduced to the remaining budget. */
  readonly started: RunStarted;
  readonly legs: LegsState;
  /** Set for a workflow. */
  readonly graph?: GraphState;
  /** Input of the leg, as conditions read it. */
  readonly input: JsonValue;
  readonly rulebook: Rulebook;
  /** Rules of the last resumption; absent without one, or if only those of the beginning are known. */
  readonly present: PresentRules | undefined;
  /** Certified policies for the identity of the run; absent without a bundle. */
  readonly bound: BoundRules | undefined;
  readonly names: NameTable;
  readonly toolsByName: ReadonlyMap<string, PinnedTool>;
  /** Tools in the form that the model reads. */
  readonly offered: readonly OfferedTool[];
  /** Tool that reads the rest of a cut result, offered if one was cut; undefined if the run has none or its lists deny it. */
  readonly reading: OfferedTool | undefined;
  readonly source: string;
  readonly head: LogHead;
  readonly waiting: Waiting;
  readonly messageSeq: number;
  readonly transcript: readonly ChatMessage[];
  /** Messages of the running turn, from its second on, that a summary replaces. */
  readonly compaction: Compaction | undefined;
  /** Rounds, calls and tokens are those of the active leg. */
  readonly round: number;
  /** Calls of the last response that are not handled yet. */
  readonly queue: readonly CallRequested[];
  readonly callsMade: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Possible cost of requests whose responses were lost with a dead process. */
  readonly lostTokens: Tokens;
  /** Cost of the leg's responses, each at the price of its model; undefined after one without a price. */
  readonly answersCost: number | undefined;
  /** True if the provider did not report the tokens of at least one response. */
  readonly isEstimated: boolean;
  /** Usage of the runs that the active leg delegated. */
  readonly delegated: LegsUsage;
  readonly tainted: boolean;
  /** Message of the run while guardrails have to judge it in parallel with the model. */
  readonly unjudgedInput?: string;
  /** Origin of the run; empty before its first message. */
  readonly origin: string;
  /** Memory entries found for this round. */
  readonly recalled: readonly MemoryEntry[];
  /** Values that the session has stored. */
  readonly remembered: readonly SessionValue[];
  readonly watch: RepetitionWatch;
  readonly ended: RunEnded | undefined;
}

/** End of a run. */
export interface Ending {
  /** Absent if the run answered. */
  code?: string;
  /** Further details, in words. */
  message?: string;
  answer?: string;
  isCancelled?: boolean;
  /** Entries that the store has accepted. */
  memorized?: MemoryEntry[];
}
