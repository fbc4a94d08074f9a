import { type JsonObject, type JsonValue, sha256Hex } from '@agent-home/protocol';
import { getQuestion } from '../approvals/question.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import type { PreparedCall } from '../ports/prepared-call.ts';
import type { Question } from '../ports/question.ts';
import type { CallOutcome, MemoryEntry, RunRecord } from '../run-log/index.ts';
import { isHeldBack } from '../state/output-check.ts';
import type { Answered, Branch, CurrentCall, RunState } from '../state/run-state.ts';

/** Next action of the driver. It starts once all earlier records are in the log. */
export type Effect =
  | {
      kind: 'model';
      modelCallId: string;
      request: ModelRequest;
      /**
       * True for requests outside of the conversation, and for responses that guardrails check first: neither
       * is streamed to the user.
       */
      isAside: boolean;
      /** Validators that may judge the message of the run while the model works on it, and the message. */
      parallel?: { guardrails: readonly string[]; output: string };
    }
  | { kind: 'recall'; round: number; query: string; limit: number }
  | { kind: 'memorize'; entry: MemoryEntry }
  /** An agent joins; its definition is the response. */
  | { kind: 'open_leg'; agent: string; leg: number }
  /** Runs are to do the work of a node of the graph. */
  | {
      kind: 'branches';
      node: string;
      attempt: number;
      /** Names the node in the logs of the runs. */
      callId: string;
      /** Equal for each attempt of a process at these branches. */
      idempotencyKey: string;
      branches: readonly Branch[];
    }
  /** A validator is to judge what the agent says. */
  | { kind: 'validate'; guardrail: string; output: string }
  | { kind: 'prepare'; call: PreparedCall; timeoutMs: number }
  | {
      kind: 'call';
      call: PreparedCall;
      decided: RunRecord;
      invoked: RunRecord;
      /** True if the log must be synced before the call. */
      sideEffects: boolean;
      idempotent: boolean;
      timeoutMs: number;
      /** Outcome of a call that must not be made any more; its tool only reports if it was done. */
      withdrawn?: CallOutcome;
    }
  /** Request to a person; the run does nothing else until the response. */
  | { kind: 'ask'; question: Question }
  /** There is a response: the process that drives the run continues with it. */
  | { kind: 'go_on'; answered: Answered };

/** Returns the next effect. It depends only on the pending work, so a resumed run does what the dead process was about to do. */
export function nextEffect(state: RunState): Effect | undefined {
  const { waiting } = state;
  switch (waiting.for) {
    case 'model':
      return {
        kind: 'model',
        modelCallId: waiting.modelCallId,
        request: waiting.request,
        isAside: waiting.side !== undefined || isHeldBack(state),
        ...(state.unjudgedInput === undefined
          ? {}
          : { parallel: parallelValidators(state, state.unjudgedInput) }),
      };
    case 'recall': {
      const limit = state.started.memory?.limit ?? 1;
      return { kind: 'recall', round: state.round, query: waiting.query, limit };
    }
    case 'branches': {
      const { node, visit, attempt, branches } = waiting;
      const callId = `node_${node.name}_${visit}_${attempt}`;
      return {
        kind: 'branches',
        node: node.name,
        attempt,
        callId,
        idempotencyKey: idempotencyKey(state.first.run_id, callId),
        branches,
      };
    }
    case 'judgement':
      return { kind: 'validate', guardrail: waiting.guardrail, output: waiting.check.output };
    case 'memorizing':
      return { kind: 'memorize', entry: waiting.entry };
    case 'leg':
      return { kind: 'open_leg', agent: waiting.next.agent, leg: state.legs.number + 1 };
    case 'preparation':
      return {
        kind: 'prepare',
        call: preparedCall(state, waiting.call),
        timeoutMs: waiting.call.tool.timeout_ms,
      };
    case 'outcome': {
      const { tool, decided, invoked, withdrawn } = waiting.call;
      return {
        kind: 'call',
        call: preparedCall(state, waiting.call),
        decided,
        invoked,
        sideEffects: tool.side_effects,
        idempotent: tool.idempotent,
        timeoutMs: tool.timeout_ms,
        ...(withdrawn === undefined ? {} : { withdrawn }),
      };
    }
    case 'resumption':
      return { kind: 'go_on', answered: waiting.from };
    default: {
      const question = getQuestion(state);
      return question && { kind: 'ask', question };
    }
  }
}

function preparedCall(state: RunState, { callId, tool, invoked, prepared }: CurrentCall): PreparedCall {
  const runId = state.started.run_id;
  const { args } = invoked.data;
  const before = prepared?.data.prepared;
  return {
    runId,
    callId,
    tool: tool.name,
    arguments: isObject(args) ? args : {},
    idempotencyKey: idempotencyKey(runId, callId),
    logHead: { seq: state.head.seq - 1, hash: state.head.hash },
    ...(isObject(before) ? { prepared: before } : {}),
  };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Idempotency key of a call, equal for each attempt: sha256 of run and call, in hexadecimal (spec doubled-effects "Once"). */
export function idempotencyKey(runId: string, callId: string): string {
  return sha256Hex(new TextEncoder().encode(`${runId}\n${callId}`));
}

/** Returns the cause of an input that the run did not request: the record of its current step. */
export function getCause({ waiting, messageSeq }: RunState): number {
  if (waiting.for === 'model') return waiting.requestSeq;
  if (waiting.for === 'leg') return waiting.next.cause;
  if (waiting.for === 'branches') return waiting.cause;
  if (waiting.for === 'recall' || waiting.for === 'memorizing' || waiting.for === 'judgement')
    return waiting.cause;
  if (waiting.for === 'preparation' || waiting.for === 'outcome') return waiting.call.invoked.seq;
  if (waiting.for === 'approval' || waiting.for === 'settlement') return waiting.asked.seq;
  if (waiting.for === 'resumption') return waiting.from.answered.seq;
  return messageSeq;
}

function parallelValidators({ started: { guardrails = [] } }: RunState, output: string) {
  const validators = guardrails.filter(
    ({ parallel, validator }) => parallel === true && validator !== undefined,
  );
  return { guardrails: validators.map(({ name }) => name), output };
}
