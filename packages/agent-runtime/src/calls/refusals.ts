import type { Decision } from '../policy/index.ts';
import type { CallOutcome, CallRequested } from '../run-log/index.ts';
import type { Wording } from '../wording/wording.ts';
import { failedOutcome } from './result-text.ts';

/** Returns the reason why a call is refused before any decision, with a remedy for the model; undefined for a valid call. */
export function invalidCall(call: CallRequested, wording: Wording): CallOutcome | undefined {
  const name = JSON.stringify(call.requested_name.slice(0, 100));
  switch (call.problem) {
    case undefined:
      break;
    case 'call_without_id':
      return failedOutcome('call_without_id', wording.callWithoutId);
    case 'duplicate_call_id':
      return failedOutcome('duplicate_call_id', wording.duplicateCallId);
    case 'missing_name':
      return failedOutcome('missing_name', wording.missingName);
    case 'tool_unavailable':
      return failedOutcome('tool_unavailable', wording.toolUnavailable(name));
    case 'unknown_tool':
      return failedOutcome('unknown_tool', wording.unknownTool(name, ''));
    default:
      return failedOutcome('unknown_tool', wording.unknownTool(name, call.problem));
  }
  if (call.arguments_repaired) return undefined;
  if (call.arguments_parse_error === 'too_large')
    return failedOutcome('arguments_too_large', wording.argumentsTooLarge);
  if (call.arguments_parse_error) return failedOutcome('invalid_json', wording.invalidJson);
  if (call.schema_errors)
    return failedOutcome('invalid_arguments', wording.invalidArguments(call.schema_errors.join('; ')));
  return undefined;
}

/** Outcome of a call that a dead process may have made, and that the rules no longer allow at the resumption. */
export function withdrawnCall(tool: string, { code }: Decision, wording: Wording): CallOutcome {
  return failedOutcome(code ?? 'tool_not_allowed', wording.withdrawnCall(tool));
}

/** Returns the result of a call that policy refused. The model reads it and continues. */
export function refusedCall(tool: string, { effect, code }: Decision, wording: Wording): CallOutcome {
  if (effect === 'confirm') return failedOutcome('approval_unavailable', wording.noApprover(tool));
  return failedOutcome(code ?? 'tool_not_allowed', wording.refusedCall(code, tool));
}
