import type { ToolOutcome } from '@agent-home/agent-runtime';
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { isOverTime } from '../cancelling/is-over-time.ts';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { LoginRequired } from './login-provider.ts';
import type { ServerSettings } from './server-config.ts';

/** Returns the outcome for a failed call to a server. A server's behaviour never makes our code throw. */
export function failureOfCall(error: unknown, server: ServerSettings, signal: AbortSignal): ToolOutcome {
  const name = `the MCP server ${server.name}`;
  if (error instanceof ToolFailure) return failed(error.code, error.message);
  if (signal.aborted) {
    return isOverTime(signal)
      ? failed(
          'tool_timeout',
          `${name} did not respond in time; its effect is unknown, so check before you call it again`,
        )
      : failed('tool_cancelled', 'the call was cancelled; its effect on the server is unknown');
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return failed(
      'tool_timeout',
      `${name} did not respond within ${server.timeoutMs} ms; its effect is unknown, so check before you call it again`,
    );
  // A server's refusal is text of a third party, like its results.
  if (error instanceof ProtocolError)
    return { ...failed('mcp_tool_error', `${name} refused the call: ${error.message}`), tainted: true };
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
    return failed('mcp_protocol_error', `${name} sent an invalid tool result`);
  if (wantsLogin(error))
    return failed('mcp_login_required', `${name}: ${new LoginRequired(server.name).message}`);
  if (error instanceof SdkHttpError)
    return failed(
      'mcp_http_status',
      `${name} responded with status ${error.status}; its effect is unknown, so check before you call it again`,
    );
  return failed(
    'mcp_server_ended',
    `${name} ended during the call; its effect is unknown, so check before you call it again`,
  );
}

/** True if the server does not know the session any more, as after a restart: it has not acted. */
export function hasLostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

/** Returns the reason why a server could not be started, in our own words where the protocol's client only has a status. */
export function startReason(error: unknown, server: string): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (wantsLogin(cause)) return new LoginRequired(server).message;
  if (cause instanceof SdkHttpError)
    return `it responded with status ${cause.status}: check its url and headers`;
  const message = error instanceof Error ? error.message : String(error);
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : '';
  return reason === '' || message.includes(reason) ? message : `${message}: ${reason}`;
}

function wantsLogin(error: unknown): boolean {
  return (
    error instanceof LoginRequired ||
    error instanceof UnauthorizedError ||
    (error instanceof SdkHttpError && error.status === 401)
  );
}
