import type { Decision } from '../policy/index.ts';
import type { CallOutcome, CallRequested } from '../run-log/index.ts';
import { failedOutcome } from './result-text.ts';

/** Why a call is not even decided on, in words that help a model on; undefined where it can be. */
export function invalidCall(call: CallRequested): CallOutcome | undefined {
  const { requested_name: name } = call;
  switch (call.problem) {
    case undefined:
      break;
    case 'call_without_id':
      return failedOutcome('call_without_id', 'A tool call needs an id. Make the call again with one.');
    case 'duplicate_call_id':
      return failedOutcome(
        'duplicate_call_id',
        'Two calls had one id, and neither was made. Make them again.',
      );
    case 'missing_name':
      return failedOutcome('missing_name', 'The call names no tool.');
    case 'tool_unavailable':
      return failedOutcome(
        'tool_unavailable',
        `The server of ${JSON.stringify(name.slice(0, 100))} is away. Continue without this tool.`,
      );
    default:
      return failedOutcome(
        'unknown_tool',
        `There is no tool ${JSON.stringify(name.slice(0, 100))}.${call.problem === 'unknown_tool' ? '' : ` ${call.problem}`}`,
      );
  }
  if (call.arguments_repaired) return undefined;
  if (call.arguments_parse_error === 'too_large')
    return failedOutcome('arguments_too_large', 'The arguments are too large. Send less, in several calls.');
  if (call.arguments_parse_error)
    return failedOutcome('invalid_json', 'The arguments are not one JSON object. Write them again.');
  if (call.schema_errors)
    return failedOutcome('invalid_arguments', `The arguments do not fit: ${call.schema_errors.join('; ')}`);
  return undefined;
}

/** Outcome of a call that a dead process may have made, and that the rules at the resumption do not allow any more. */
export function withdrawnCall(tool: string, { code }: Decision): CallOutcome {
  return failedOutcome(
    code ?? 'tool_not_allowed',
    `${tool} was under way when its process ended, and the rules are stricter now: it was not made again.`,
  );
}

/** Returns the result of a call that policy refused. The model reads it and continues. */
export function refusedCall(tool: string, { effect, code }: Decision): CallOutcome {
  if (effect === 'confirm')
    return failedOutcome(
      'approval_unavailable',
      `${tool} needs a person's approval, and nobody can be asked here. Go on without it.`,
    );
  const reasons: Record<string, string> = {
    too_many_tool_calls: 'The run has made all the tool calls it may.',
    tool_locked: `${tool} is forbidden until the operator unlocks it.`,
    denied_by_policy: `A policy denies ${tool}.`,
    not_allowed_by_policy: `No policy allows ${tool}.`,
  };
  return failedOutcome(
    code ?? 'tool_not_allowed',
    reasons[code ?? ''] ?? `Tool not allowed for this agent: ${tool}`,
  );
}
