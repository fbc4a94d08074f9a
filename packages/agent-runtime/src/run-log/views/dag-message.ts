import type { JsonObject } from '@agent-home/protocol';
import type { CallRequested } from '../catalogue/call-types.ts';
import type { RecordData } from '../catalogue/catalogue.ts';
import type { ModelAnswered, ModelAttempt } from '../catalogue/model-types.ts';
import type { ChatMessage } from '../catalogue/transcript.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { DagNode, OutputDelta } from './dag-node.ts';
import { getPreview } from './preview.ts';

/** Records of one model request, collected one by one. */
export interface MessageParts {
  /** Absent if the context did not fit, or no model was called. */
  requested: RunRecord | undefined;
  built: RunRecord;
  /** Message of the user, in the first round only. */
  text: string | undefined;
  deltas: RunRecord[];
  answered: RunRecord | undefined;
  failed: RunRecord | undefined;
  calls: RunRecord[];
  /** Results of repairs by a model, if one was requested. */
  namesRepaired: RunRecord | undefined;
  argumentsRepaired: RunRecord | undefined;
  /** True if no further record can follow: there was another request, or the run has ended. */
  isOver: boolean;
}

/** Maximum number of entries of a sample (S1-61). */
const mostOfSample = 5;

export function messageNode(parts: MessageParts, isCertified: boolean): DagNode {
  const { requested, built, deltas, answered, failed } = parts;
  const events = deltas.map(({ seq, time, data }): OutputDelta => {
    return { type: 'output_delta', seq, time, content: String(data.content) };
  });
  const streamed = events.map(({ content }) => content).join('');
  const answer = answered && (answered.data as unknown as ModelAnswered);
  const context = built.data as unknown as RecordData<'context.built'>;
  return {
    id: (requested ?? built).id,
    type: isCertified ? 'character_message' : 'agent_message',
    round: context.round,
    state: answer ? 'finished' : failed || parts.isOver ? 'failed' : 'pending',
    body: {
      input: getInput(parts, context),
      output: answer ? getOutput(answer, parts.calls) : null,
      output_preview: getPreview(answer ? answer.content : streamed),
    },
    metadata: { context_cost: built.data.context_cost ?? null, ...failover(parts), ...toolLoop(parts) },
    events,
    streamed_output: answer !== undefined && events.length > 0,
  };
}

function getInput({ requested, text }: MessageParts, context: RecordData<'context.built'>): JsonObject {
  return {
    round: context.round,
    ...(text === undefined ? {} : { text }),
    prompt_sha256: context.prompt_sha256,
    ...(context.prompt === undefined ? {} : { prompt: context.prompt }),
    ...(requested
      ? {
          provider: requested.data.provider ?? '',
          model: requested.data.model ?? '',
          max_output_tokens: requested.data.max_output_tokens ?? 0,
        }
      : {}),
  };
}

function getOutput(answer: ModelAnswered, records: readonly RunRecord[]): JsonObject {
  const { content, stop_reason, model, provider } = answer;
  const calls = records.map(({ data }) => data as unknown as CallRequested);
  const toolCalls = calls.map((call): JsonObject => {
    const { tool_call_id: id, requested_name: name, arguments_parse_error: error, arguments_raw: raw } = call;
    return {
      id,
      name,
      arguments: call.arguments,
      ...(error === undefined ? {} : { arguments_parse_error: error, arguments_raw: raw ?? '' }),
    };
  });
  // Uses the model's own bytes. Parsed and serialized again they would differ, and a provider's cache of the prompt would be lost.
  const written = calls.map(({ tool_call_id }, index): [string, string] => {
    return [tool_call_id, answer.tool_calls[index]?.arguments ?? ''];
  });
  const message = {
    role: 'assistant',
    content,
    tool_calls: toolCalls,
    arguments_text: Object.fromEntries(written),
  };
  return { content, message, tool_calls: toolCalls, stop_reason, model, provider };
}

/** Returns `body.output.message` exactly as the next request sends it (S1-59). */
export function messageOfOutput(output: JsonObject): Extract<ChatMessage, { role: 'assistant' }> {
  const message = output.message as {
    content: string;
    tool_calls: { id: string; name: string }[];
    arguments_text: Record<string, string>;
  };
  return {
    role: 'assistant',
    content: message.content,
    tool_calls: message.tool_calls.map(({ id, name }) => {
      return { id, name, arguments: message.arguments_text[id] ?? '' };
    }),
  };
}

/** Present only if a fallback was tried (S1-24 to S1-27). */
function failover({ requested, answered, failed }: MessageParts): JsonObject {
  const requestedModel = String(requested?.data.model ?? '');
  const attempts = ((answered ?? failed)?.data.attempts ?? []) as unknown as ModelAttempt[];
  if (!attempts.some(({ model }) => model !== requestedModel)) return {};
  const used = attempts.find(({ ok }) => ok)?.model ?? null;
  return {
    llm: {
      failover: {
        requested_model: requestedModel,
        // Null if all models failed.
        used_model: used,
        attempts: attempts as unknown as JsonObject[],
      },
    },
  };
}

function toolLoop({ calls: records, namesRepaired, argumentsRepaired }: MessageParts): JsonObject {
  const calls = records.map(({ data }) => data as unknown as CallRequested);
  const resolved = calls.filter(
    ({ name, name_resolution: how }) => name !== '' && (how === 'alias' || how === 'normalized'),
  );
  const unfit = calls.filter(({ schema_errors }) => (schema_errors ?? []).length > 0);
  const repairs: JsonObject = {
    ...(argumentsRepaired ? { repair: argumentsRepaired.data } : {}),
    ...(namesRepaired ? { tool_name_repair: namesRepaired.data } : {}),
  };
  if (resolved.length + unfit.length + Object.keys(repairs).length === 0) return {};
  return {
    tool_loop: {
      ...repairs,
      ...(resolved.length === 0
        ? {}
        : {
            tool_name_resolution: resolved.map(
              ({ tool_call_id, requested_name, name, name_resolution: method }) => {
                return { tool_call_id, requested_name, resolved_name: name, method };
              },
            ),
          }),
      ...(unfit.length === 0 ? {} : { invalid_schema_args: invalidArguments(unfit) }),
    },
  };
}

function invalidArguments(calls: readonly CallRequested[]): JsonObject {
  const sample = calls
    .slice(0, mostOfSample)
    .map(({ tool_call_id, requested_name, name, schema_errors = [] }) => {
      return {
        tool_call_id,
        requested_name,
        resolved_name: name,
        errors_summary: getPreview(schema_errors[0] ?? ''),
      };
    });
  return { count: calls.length, sample };
}
