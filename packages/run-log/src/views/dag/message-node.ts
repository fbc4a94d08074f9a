import type { JsonObject } from '@agent-home/protocol';
import type { CallRequested } from '../../catalogue/call-types.ts';
import type { ModelAnswered, ModelAttempt } from '../../catalogue/model-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import type { DagNode } from './dag-node.ts';
import { previewOf, sampleOf } from './preview.ts';

/** What a log says of one question to a model. */
export interface QuestionRecords {
  built: RunRecord;
  requested?: RunRecord;
  deltas: RunRecord[];
  /** `model.answered` or `model.failed`. */
  ended?: RunRecord;
  /** What was made of the calls in the answer, in their order. */
  calls: CallRequested[];
}

/** A question to a model and its answer as a message (S1-4 to S1-27, S1-39 to S1-41). */
export function messageNode(records: QuestionRecords, query: string): DagNode {
  const { built, requested, deltas, ended } = records;
  const answered = ended?.type === 'model.answered' ? (ended.data as unknown as ModelAnswered) : undefined;
  const streamed = deltas.map(({ data }) => String(data.content)).join('');
  const wasAsked = requested !== undefined;
  return {
    id: built.id,
    type: 'agent_message',
    status: answered ? 'finished' : wasAsked && !ended ? 'running' : 'failed',
    body: {
      input: { query, round: built.data.round ?? 0, prompt_sha256: built.data.prompt_sha256 ?? '' },
      ...(answered ? { output: outputOf(answered, records.calls) } : {}),
      // It grows with what is streamed (S1-56).
      output_preview: previewOf(answered?.content ?? streamed),
    },
    metadata: {
      context_cost: built.data.context_cost ?? {},
      ...failoverOf(requested, ended),
      ...toolLoopOf(records.calls),
      ...(ended?.type === 'model.failed'
        ? { error: { code: ended.data.code ?? '', message: ended.data.message ?? '' } }
        : {}),
    },
    events: deltas.map(({ data, time }) => ({ type: 'output_delta', content: String(data.content), time })),
  };
}

/**
 * `message` is what the next question has of it, byte for byte (S1-59): calls under the runtime's ids, with arguments as text.
 * `tool_calls` are the same calls to be read: with arguments as an object, or why there are none.
 */
function outputOf(answer: ModelAnswered, calls: readonly CallRequested[]): JsonObject {
  const { content, stop_reason, model, provider } = answer;
  const written = answer.tool_calls.map(({ name, arguments: text }, index) => ({
    id: calls[index]?.tool_call_id ?? '',
    name,
    arguments: text,
  }));
  const read = calls.map(
    (call): JsonObject => ({
      id: call.tool_call_id,
      name: call.requested_name,
      arguments: call.arguments as JsonObject,
      ...(call.arguments_parse_error === undefined
        ? {}
        : {
            arguments_parse_error: call.arguments_parse_error,
            arguments_raw: previewOf(call.arguments_raw ?? ''),
          }),
    }),
  );
  const message = { role: 'assistant', content, tool_calls: written };
  return { content, message, tool_calls: read, stop_reason, model, provider };
}

/** S1-24 to S1-26, where another model was tried than the one that was asked for. */
function failoverOf(requested: RunRecord | undefined, ended: RunRecord | undefined): JsonObject {
  const attempts = Array.isArray(ended?.data.attempts)
    ? (ended.data.attempts as unknown as ModelAttempt[])
    : [];
  const asked = String(requested?.data.model ?? '');
  if (!attempts.some(({ model }) => model !== asked)) return {};
  const used = attempts.find(({ ok }) => ok)?.model;
  const failover: JsonObject = {
    requested_model: asked,
    ...(used === undefined ? {} : { used_model: used }),
    attempts: attempts.map((attempt) => ({ ...attempt })),
  };
  return { llm: { failover } };
}

function toolLoopOf(calls: readonly CallRequested[]): JsonObject {
  const resolved = calls.filter(({ name_resolution: how }) => how === 'alias' || how === 'normalized');
  const unfit = calls.filter(({ schema_errors }) => schema_errors !== undefined);
  const loop: JsonObject = {
    ...(resolved.length === 0
      ? {}
      : {
          tool_name_resolution: resolved.map((call) => ({
            tool_call_id: call.tool_call_id,
            requested_name: call.requested_name,
            resolved_name: call.name,
            method: call.name_resolution,
          })),
        }),
    ...(unfit.length === 0
      ? {}
      : {
          invalid_schema_args: {
            count: unfit.length,
            sample: sampleOf(unfit).map((call) => ({
              tool_call_id: call.tool_call_id,
              requested_name: call.requested_name,
              resolved_name: call.name,
              errors_summary: previewOf(call.schema_errors?.[0] ?? ''),
            })),
          },
        }),
  };
  return Object.keys(loop).length === 0 ? {} : { tool_loop: loop };
}
