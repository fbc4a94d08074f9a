import { canonicalJson } from '@agent-home/protocol';
import type { ToolDescription } from '../ports/tool-provider.ts';
import type { RunState } from '../state/run-state.ts';

/** Name of the tool that reads the rest of a cut result. */
export const readResultTool = 'read_result';

const usualLimit = 8_000;
const largestLimit = 100_000;

/** Returns the call that reads the rest of a result, in the model's notation; undefined if there is none. */
export type ReadOn = (callId: string, offset: number) => string | undefined;

/** Describes the tool that reads results. It belongs to the runtime, because results are in the run's log. */
export function describeReadResult(): ToolDescription {
  return {
    name: readResultTool,
    source: 'native',
    description:
      'Reads the next part of a result that was cut in this run. Offset and limit count characters; the note at the cut has the values.',
    parameters: {
      type: 'object',
      properties: {
        call_id: { type: 'string', maxLength: 1_000 },
        offset: { type: 'integer', minimum: 0, default: 0 },
        limit: { type: 'integer', minimum: 1, maximum: largestLimit, default: usualLimit },
      },
      required: ['call_id'],
      additionalProperties: false,
    },
    aliases: [],
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    prepares: false,
    timeoutMs: 5_000,
  };
}

/** Returns a part of a result from an offset, with a note on the rest; undefined if the offset is beyond its end. */
export function partOfResult(
  content: string,
  { offset = 0, limit = usualLimit }: { offset?: number; limit?: number },
): string | undefined {
  if (offset > 0 && offset >= content.length) return undefined;
  // An offset in the middle of a surrogate pair begins after the pair.
  const from = /^[\udc00-\udfff]/.test(content.slice(offset, offset + 1)) ? offset + 1 : offset;
  const wanted = content.slice(from, from + limit);
  const isHalf = /[\ud800-\udbff]$/.test(wanted) && from + wanted.length < content.length;
  const to = from + wanted.length + (isHalf ? 1 : 0);
  const next = to < content.length ? `: continue with offset ${to}` : '';
  return `${content.slice(from, to)}\n[characters ${from} to ${to} of ${content.length}${next}]`;
}

/**
 * Returns the whole result of a call of the running leg, as the model would read it. Results of other runs and legs are not
 * included.
 */
export function resultOfCall({ transcript, started }: RunState, callId: string): string | undefined {
  const found = transcript
    .slice(started.context.length)
    .findLast((message) => message.role === 'tool' && message.tool_call_id === callId);
  return found?.content;
}

/** Continuation of a truncated result for the model of a run; undefined if the tool is not offered to it. */
export function readOnOf(state: RunState): ReadOn | undefined {
  const { reading } = state;
  if (reading === undefined) return undefined;
  const own = new Set(
    state.transcript
      .slice(state.started.context.length)
      .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])),
  );
  return (callId, offset) =>
    own.has(callId) ? `${reading.name} ${canonicalJson({ call_id: callId, offset })}` : undefined;
}
