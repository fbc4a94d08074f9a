import {
  argumentsSha256,
  type CallContext,
  CallTicket,
  type PreparedCall,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { emptyLog, sealRecord } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';

let calls = 0;

/** Returns a call with the ticket that two log records create, as the gateway builds it after the decision. */
export function allowedCall(
  tool: string,
  args: JsonObject,
  more: Partial<PreparedCall> = {},
): { ticket: CallTicket; call: PreparedCall } {
  calls += 1;
  const callId = `call-${calls}`;
  const run = { runId: 'run-1', source: 'agent-home/runtime/test' };
  const time = '2026-01-01T00:00:00.000Z';
  const decided = sealRecord(emptyLog, run, time, {
    type: 'policy.decided',
    data: {
      effect: 'allow',
      action: 'tool.call',
      tool_call_id: callId,
      tool,
      arguments_sha256: argumentsSha256(args),
    },
  });
  const invoked = sealRecord(decided.head, run, time, {
    type: 'kairo.tool.invoke',
    data: { toolCallId: callId, name: tool, args },
  });
  return {
    ticket: CallTicket.from(decided.record, invoked.record),
    call: {
      runId: 'run-1',
      callId,
      tool,
      arguments: args,
      idempotencyKey: argumentsSha256({ run: 'run-1', callId }),
      logHead: { seq: 1, hash: invoked.head.hash },
      ...more,
    },
  };
}

export const never = { signal: new AbortController().signal };

/** Returns the call with the data that its provider prepares for the log. */
export async function prepared(
  provider: ToolProvider,
  call: PreparedCall,
  context: CallContext = never,
): Promise<PreparedCall> {
  const found = await provider.prepare?.(call, context);
  return found === undefined ? call : { ...call, prepared: found };
}

/** Makes a call as the gateway does: prepared first if the tool requires it. */
export async function callTool(
  provider: ToolProvider,
  tool: string,
  args: JsonObject,
  context: CallContext = never,
): Promise<ToolOutcome> {
  const { ticket, call } = allowedCall(tool, args);
  const description = (await provider.tools(never.signal)).find(({ name }) => name === tool);
  const ready = description?.prepares ? await prepared(provider, call, context) : call;
  return provider.invoke(ticket, ready, context);
}

export function toText(outcome: ToolOutcome): string {
  return outcome.content.map(({ text }) => text).join('\n');
}
