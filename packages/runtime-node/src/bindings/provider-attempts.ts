import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { ToolSpec } from '@agent-home/agent-runtime/definition';
import {
  type RetryHint,
  ToolFailure,
  type ToolFailureCode,
  toolFailureCodes,
} from '../outcomes/tool-failure.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { inAttempts } from './attempts.ts';
import { RateLimit } from './rate-limit.ts';

/** Codes of calls that certainly did not begin, and of calls worth a retry. */
const notBegun = new Set(['mcp_server_away', 'command_not_started']);
const mayHelp = new Set([
  ...['mcp_server_ended', 'mcp_tool_error', 'mcp_protocol_error', 'mcp_http_status'],
  ...['command_failed', 'module_threw'],
]);

type Invoke = (ticket: CallTicket, call: PreparedCall, context: CallContext) => Promise<ToolOutcome>;

/** Calls another provider's tool according to `retry`, `idempotent` and `rateLimit` of the ToolSpec that it is bound to. */
export function specAttempts(provider: ToolProvider, spec: ToolSpec['spec']): Invoke {
  const { retry, idempotent, timeoutMs } = spec;
  const rateLimit = new RateLimit(spec.rateLimit);
  return async (ticket, call, context) => {
    const another = ticket.forAttempts(call);
    let last: { outcome: ToolOutcome } | { thrown: unknown } | undefined;
    const acting = inAttempts(
      async () => {
        last = await attempted(() => provider.invoke(another(), call, context));
        if ('thrown' in last)
          return {
            text: '',
            tainted: false,
            metadata: {},
            failure: { code: 'tool_failed', message: '', retry: 'may_help' },
          };
        const { metadata, error } = last.outcome;
        const acted = { text: '', tainted: false, metadata };
        return error
          ? { ...acted, failure: { code: knownCode(error.code), message: '', ...getHint(error.code) } }
          : acted;
      },
      { retry, idempotent, timeoutMs, rateLimit },
    );
    try {
      const { signal } = context;
      const { metadata } = await acting(call.arguments, { signal, idempotencyKey: call.idempotencyKey });
      if (last === undefined) throw new TypeError('no attempt was made');
      if ('thrown' in last) throw last.thrown;
      return { ...last.outcome, metadata };
    } catch (error) {
      if (error instanceof ToolFailure) return failed(error.code, error.message);
      throw error;
    }
  };
}

async function attempted(
  act: () => Promise<ToolOutcome>,
): Promise<{ outcome: ToolOutcome } | { thrown: unknown }> {
  try {
    return { outcome: await act() };
  } catch (thrown) {
    return { thrown };
  }
}

function knownCode(code: string): ToolFailureCode {
  return toolFailureCodes.find((known) => known === code) ?? 'tool_failed';
}

function getHint(code: string): RetryHint {
  if (notBegun.has(code)) return { retry: 'not_begun' };
  return mayHelp.has(code) ? { retry: 'may_help' } : {};
}
