import { sha256Hex } from '@agent-home/protocol';

/**
 * What a question to a person is called. It is made of all that the answer is for, so that no answer fits another call, other
 * arguments, another run, or the same asked again.
 */
export function questionId(
  kind: 'approval' | 'outcome',
  about: { runId: string; seq: number; callId: string; tool: string; argumentsSha256: string },
): string {
  const { runId, seq, callId, tool, argumentsSha256 } = about;
  const text = JSON.stringify([kind, runId, seq, callId, tool, argumentsSha256]);
  return `ask_${sha256Hex(new TextEncoder().encode(text)).slice(0, 32)}`;
}
