import type { JsonObject } from '@agent-home/protocol';
import type { CallOutcome } from '../catalogue/call-types.ts';

/** Uniform format of a tool result (S4-10). */
export interface ToolResult {
  status: CallOutcome['status'];
  /** Null if the call returned only an error. */
  data: { text: string; metadata: JsonObject } | null;
  error: { code: string; message: string } | null;
}

/** Returns an outcome as `status`, `data` and `error`; a failed call keeps the output before its failure. */
export function toolResult({ status, content, metadata, error }: CallOutcome): ToolResult {
  const isEmpty = content.length === 0 && Object.keys(metadata).length === 0;
  return {
    status,
    data:
      status === 'error' && isEmpty ? null : { text: content.map(({ text }) => text).join('\n'), metadata },
    error: error ?? null,
  };
}
