import type { ToolOutcome } from '@agent-home/runtime';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isOverTime } from '../cancelling/is-over-time.ts';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import type { StartedServer } from './server-config.ts';

/** Why a call to a server came to nothing, as an outcome. Nothing that a server does is an exception of ours. */
export function failureOfCall(error: unknown, server: StartedServer, signal: AbortSignal): ToolOutcome {
  const name = `the MCP server ${server.name}`;
  if (error instanceof ToolFailure) return failed(error.code, error.message);
  if (signal.aborted) {
    return isOverTime(signal)
      ? failed('tool_timeout', `${name} did not answer in time; whether it acted is not known`)
      : failed('tool_cancelled', 'the call was cancelled; whether the server acted is not known');
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return failed(
      'tool_timeout',
      `${name} did not answer in ${server.timeoutMs} ms; whether it acted is not known`,
    );
  // What a server says in its refusal are others' words, like its results.
  if (error instanceof ProtocolError)
    return { ...failed('mcp_tool_error', `${name} refused the call: ${error.message}`), tainted: true };
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
    return failed('mcp_protocol_error', `${name} answered what is no result of a tool`);
  return failed('mcp_server_ended', `${name} ended during the call; whether it acted is not known`);
}
