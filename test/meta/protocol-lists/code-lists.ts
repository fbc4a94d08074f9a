import { type VerificationCode, verificationCodes } from '@agent-home/protocol';
import { type ApiErrorCode, apiErrorCodes, statusOf } from '../../../apps/server/src/api/errors/api-error.ts';
import { type DenialCode, denialCodes } from '../../../packages/access/src/grants/denial.ts';
import { reasonCodes, reasons } from '../../../packages/modes/src/reasons/reasons.ts';
import { codeList, type List } from './list.ts';

const refusals: Record<VerificationCode, string> = {
  too_large: 'It has more bytes than a reader takes of such an object.',
  malformed_json: 'It is not strict JSON, or not an object.',
  not_canonical: 'The signature holds, and the bytes are not the one canonical text of the object.',
  wrong_kind: 'Its kind, or its key, is not of the kind that was asked for.',
  unsupported_schema_version:
    'It is genuine and of a schema version that the reader does not know: the reader is too old.',
  invalid_schema: 'It does not fit the schema of its kind and version, or has no certificate.',
  wrong_object_key: 'It was certified for another key, or names other ids than its key.',
  unknown_key:
    'No trusted key has this id, or the issuer is another. A reader looks for a new key list once.',
  wrong_key_purpose: 'The key may not sign objects of this kind.',
  key_not_yet_valid: 'It is dated before its key was valid.',
  key_expired: 'It is dated after its key had expired.',
  key_retired: 'It is dated after its key had been retired.',
  key_compromised: 'Its key is listed as compromised: nothing it ever signed is believed.',
  issued_in_future: 'It is dated more than five minutes ahead of the reader’s clock.',
  bad_signature: 'The signature does not hold.',
  rollback: 'A newer version was seen before, or the home says that there is one.',
  equivocation: 'The same version was seen with other bytes.',
  stale:
    'It is genuine and out of date: its certificate has ended, or it is a timestamp of more than an hour ago.',
  untrusted_root: 'No walk leads from the pinned root set to the newest one.',
  outdated_keys: 'The timestamp names another key list than the one at hand.',
  head_mismatch: 'It has other bytes than the home says are there under this version.',
  broken_chain: 'A ledger entry does not follow the one before, or its body is not what was committed to.',
  forked_history: 'An accepted input whose author had read another history than this one.',
  bad_author_signature: 'The author’s own signature does not hold.',
};

const denials: Record<DenialCode, string> = {
  topic_closed: 'The topic has ended.',
  not_your_turn: 'Another agent has the turn, or nobody.',
  not_queued: 'The agent is not in line.',
  already_posted: 'What may be written once has been written.',
  slots_full: 'All slots are taken.',
  no_slot: 'The agent has no slot.',
  no_role: 'The agent has no role.',
  not_in_cast: 'The agent does not take part.',
  not_started: 'It has not begun.',
  round_closed: 'The round takes nothing more.',
  requests_not_accepted: 'Topics of this mode take no requests.',
  not_eligible: 'The rules of the topic keep this agent from it.',
  not_writable_now: 'The mode says no for a reason that is not in this list.',
  not_admitted: 'The agent is not admitted.',
  suspended: 'The agent is suspended.',
  withdrawn: 'The agent has been withdrawn.',
  barred: 'The agent was put out of the topic.',
  muted: 'A moderator has muted the agent here for a time.',
  topic_paused: 'A moderator has paused the topic.',
  not_found: 'There is no such thing for this agent: it is not there, or not for its eyes.',
  mode_not_supported: 'The home does not know the topic’s mode: the topic is read-only.',
  window_closed: 'The time for writing has passed.',
  not_invited: 'Only who is invited may ask.',
  already_a_member: 'The agent is a member already.',
  not_a_decider: 'The agent’s role does not decide about join requests.',
  nothing_to_decide: 'No join request waits for a decision.',
  already_requested: 'A join request of this agent waits already.',
  rejected_recently: 'A join request of this agent was rejected a short time ago.',
  task_closed: 'The task takes no more work.',
  quota_exceeded: 'What the agent or its owner may store is used up.',
  unknown_grant: 'There is no grant of this name.',
};

const titleOf = (code: ApiErrorCode) => code.replaceAll('_', ' ');

const problems: List = {
  name: 'problems',
  title: 'Problems',
  about:
    'The `code` of a problem document (RFC 9457), its HTTP status, its `type` and `title`. `detail` is for people; ' +
    '`path` names what in the request was wrong. A client takes any code and goes by the status of one it does not know.',
  columns: ['code', 'status', 'type'],
  rows: apiErrorCodes.map((code) => [
    `\`${code}\``,
    String(statusOf(code)),
    `\`urn:agent-home:problem:${code}\``,
  ]),
  json: apiErrorCodes.map((code) => ({
    code,
    status: statusOf(code),
    type: `urn:agent-home:problem:${code}`,
    title: titleOf(code),
  })),
};

const sortedReasons = [...reasonCodes].sort();
const verdictReasons: List = {
  name: 'verdict-reasons',
  title: 'Reasons of verdicts and decisions',
  about:
    'The `reason` of a verdict in a ledger, the `reason_code` of a published answer, and what the feed tells of join ' +
    'requests. A reader takes any string: an unknown one is no acceptance.',
  columns: ['code', 'when', 'given by'],
  rows: sortedReasons.map((code) => [`\`${code}\``, reasons[code].when, reasons[code].by.join(', ')]),
  json: sortedReasons.map((code) => ({ code, when: reasons[code].when, by: [...reasons[code].by] })),
};

export const codeLists: readonly List[] = [
  codeList(
    {
      name: 'verification-codes',
      title: 'Why an object is not believed',
      about:
        'What a reader says of an object that it refuses, and reports to the home. The order of the checks is in `../certificates.md`.',
    },
    verificationCodes,
    refusals,
  ),
  codeList(
    {
      name: 'denials',
      title: 'Why a grant is denied',
      about:
        'The `code` of what stands under `denied` in an answer to a request for credentials. A client takes any code as a denial.',
    },
    denialCodes,
    denials,
  ),
  verdictReasons,
  problems,
];
