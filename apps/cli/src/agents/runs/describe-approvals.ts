import type {
  Answerer,
  ApprovalDecided,
  ApprovalRequested,
  CallAnswered,
  CallQuestioned,
} from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';

/** Describes an approval request: the effect of a refusal, and its deadline. */
export function describeRequest({ approval_id, required, expires_at }: ApprovalRequested): string[] {
  const kind = required ? 'required: a refusal ends the run' : 'optional: the run continues after a refusal';
  return [`    ${mark('○')} an approval is requested, ${kind}; until ${expires_at} ${faint(approval_id)}`];
}

export function describeApproval({ decision, by, reason }: ApprovalDecided): string[] {
  const told = {
    approve: ['✔', 'approved'],
    deny: ['✘', 'denied'],
    expired: ['✘', 'not answered in time'],
    unavailable: ['✘', 'no approver is available'],
  }[decision];
  return [`    ${mark(told[0] ?? '')} ${told[1]}${describeAnswerer(by, reason)}`];
}

export function describeUnsettled({ question_id }: CallQuestioned): string[] {
  return [`    ${mark('○')} a person has to confirm whether the call ran ${faint(question_id)}`];
}

export function describeSettlement({ answer, by, reason }: CallAnswered): string[] {
  const told = {
    done: ['✔', 'the call ran'],
    not_done: ['–', 'the call did not run and is made now'],
    give_up: ['✘', 'given up'],
    unavailable: ['✘', 'no approver is available'],
  }[answer];
  return [`    ${mark(told[0] ?? '')} ${told[1]}${describeAnswerer(by, reason)}`];
}

function describeAnswerer({ kind, name }: Answerer, reason: string): string {
  const who = kind === 'person' && name !== '' ? ` by ${shownText(name)}` : '';
  return reason === '' ? who : `${who}: ${preview(reason)}`;
}
