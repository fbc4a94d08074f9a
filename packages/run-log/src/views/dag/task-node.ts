import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { CallRequested } from '../../catalogue/call-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import type { DagNode } from './dag-node.ts';
import { previewOf } from './preview.ts';

/** What a log says of one call. */
export interface CallRecords {
  requested: RunRecord;
  /** The first decision on it: what rules say before anybody is asked. */
  decided?: RunRecord;
  approval?: RunRecord;
  result?: RunRecord;
}

/** A call as a task (S1-42 to S1-52), also one that was refused or could not be read. */
export function taskNode({ requested, decided, approval, result }: CallRecords): DagNode {
  const call = requested.data as unknown as CallRequested;
  const output = isObject(result?.data.result) ? result.data.result : undefined;
  const isError = result?.data.isError === true;
  return {
    id: requested.id,
    type: 'task',
    status: result === undefined ? 'running' : isError ? 'failed' : 'finished',
    body: {
      input: {
        tool_call_id: call.tool_call_id,
        requested_name: call.requested_name,
        name: call.name,
        name_resolution: call.name_resolution,
        arguments: call.arguments as JsonObject,
        arguments_summary: call.arguments_summary,
        source: sourceOf(call, decided),
      },
      ...(output === undefined ? {} : { output: { result: resultOf(output, isError) } }),
      output_preview: previewOf(textOf(output)),
    },
    metadata: approval === undefined ? {} : { approval: approvalOf(approval.data) },
    events: [],
  };
}

/** Of the values of S1-48. What a home offers is part of this program, as native tools are. */
function sourceOf({ source }: CallRequested, decided: RunRecord | undefined): string {
  if (source === 'invalid_args') return source;
  if (decided?.data.effect === 'deny') return 'policy';
  return source === 'home' ? 'native' : source;
}

/** S1-49; an error's code and message are metadata, since `error` is a truth value there. */
function resultOf({ content, error, metadata }: JsonObject, isError: boolean): JsonObject {
  const own = isObject(metadata) ? metadata : {};
  return {
    content: content ?? [],
    error: isError,
    metadata: error === undefined ? own : { ...own, error },
  };
}

function approvalOf({ required, deny_effect, reason }: JsonObject): JsonObject {
  return { required: required ?? true, deny_effect: deny_effect ?? 'block', reason: reason ?? '' };
}

function textOf(output: JsonObject | undefined): string {
  const parts: JsonValue[] = Array.isArray(output?.content) ? output.content : [];
  const texts = parts.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
  const { message } = isObject(output?.error) ? output.error : {};
  return texts.length > 0 ? texts.join('\n') : typeof message === 'string' ? message : '';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
