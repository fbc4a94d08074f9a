import { maximumOutcomeBytes, type ToolOutcome } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { boundedText } from './bounded-text.ts';
import type { ToolFailureCode } from './tool-failure.ts';

/** Leaves room for the error and the metadata next to the content. */
const contentBytes = maximumOutcomeBytes - 8 * 1024;
const messageBytes = 4 * 1024;

/** Returns a successful outcome, its parts cut to the limit of an outcome in order. */
export function succeeded(texts: readonly string[], metadata: JsonObject = {}): ToolOutcome {
  return { status: 'ok', content: boundedParts(texts), metadata };
}

export function failed(
  code: ToolFailureCode,
  message: string,
  details: { texts?: readonly string[]; metadata?: JsonObject } = {},
): ToolOutcome {
  return {
    status: 'error',
    content: boundedParts(details.texts ?? []),
    error: { code, message: boundedText(message, messageBytes) },
    metadata: details.metadata ?? {},
  };
}

/** Many parts are limited like a long one: parts after the byte limit are counted and dropped. */
function boundedParts(texts: readonly string[]): ToolOutcome['content'] {
  const parts: ToolOutcome['content'] = [];
  let left = contentBytes;
  for (const [index, text] of texts.entries()) {
    if (left < 256 || parts.length === 100) {
      parts.push({ type: 'text', text: `[${texts.length - index} more parts left out]` });
      break;
    }
    const bounded = boundedText(text, left);
    left -= Buffer.byteLength(bounded);
    parts.push({ type: 'text', text: bounded });
  }
  return parts;
}
