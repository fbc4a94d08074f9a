import { asJson, type JsonObject } from '@agent-home/protocol';
import type { RunStarted } from '../catalogue/run-types.ts';
import { emptyLog, type LogHead, type SealedRecord, sealRecord } from '../chain/seal-record.ts';

export const sampleTime = '2026-05-01T08:00:00.000Z';

/** Returns a valid first record, for tests of later ones. */
export function sampleStart(changes: Partial<RunStarted> = {}): RunStarted {
  return {
    format: 1,
    run_id: 'run_sample',
    session_id: 'session-1',
    agent: 'careful',
    title: 'Careful',
    definition: {},
    definition_sha256: 'a'.repeat(64),
    system_prompt: 'You are careful.',
    lists: { deny: [] },
    tools: [],
    policies: [],
    operator: { auto_approve: ['safe'], unlocked: [] },
    limits: { max_tokens: 10_000, max_tool_calls: 5, timeout_ms: 60_000, max_rounds: 25 },
    model: { provider: 'emulator', name: 'small', params: {}, context_window: 8_192, reserved_output: 1_024 },
    context: [],
    tainted: false,
    event_level: 'standard',
    salt: 'b'.repeat(64),
    ...changes,
  };
}

export interface SampleRecord {
  type: string;
  data: object;
  cause?: number;
}

/** Seals the records one after another into a log. */
export function sampleLog(drafts: readonly SampleRecord[], runId = 'run_sample'): SealedRecord[] {
  let head: LogHead = emptyLog;
  return drafts.map(({ type, data, cause }) => {
    const draft = { type, data: asJson(data), ...(cause === undefined ? {} : { cause }) };
    const sealed = sealRecord(head, { runId, source: 'agent-home/runtime/careful' }, sampleTime, draft);
    head = sealed.head;
    return sealed;
  });
}

export const sampleMessage = { message_id: 'm', text: 'hello', origin: 'user', tainted: false, extra: {} };

/** Returns a start, a message, its intent and two steps of a model: enough records for tests of their order. */
export function sampleDrafts(start: Partial<RunStarted> = {}): SampleRecord[] {
  const delta = (content: string): SampleRecord => ({
    type: 'model.delta',
    data: { model_call_id: 'model_3', content },
    cause: 2,
  });
  return [
    { type: 'run.started', data: sampleStart(start) },
    { type: 'kairo.user.message', data: sampleMessage, cause: 0 },
    { type: 'kairo.intent.started', data: { intentId: 'i', query: 'hello', context: {} }, cause: 1 },
    delta('one'),
    delta('two'),
  ];
}

/** Returns a record with a result of `prepare`, the only free-form part of a log. */
export function preparedDraft(prepared: JsonObject): SampleRecord {
  return { type: 'call.prepared', data: { tool_call_id: 'call_1_0', prepared }, cause: 0 };
}
