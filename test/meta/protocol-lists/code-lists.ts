import { type VerificationCode, verificationCodes } from '@agent-home/protocol';
import {
  type ApiErrorCode,
  apiErrorCodes,
  getStatus,
} from '../../../apps/server/src/api/errors/api-error.ts';
import { type DenialCode, denialCodes } from '../../../packages/access/src/grants/denial.ts';
import { reasonCodes, reasons } from '../../../packages/modes/src/reasons/reasons.ts';
import { codeList, type List } from './list.ts';

const refusals: Record<VerificationCode, string> = {
  too_large: 'The object is larger than a reader accepts for its kind.',
  malformed_json: 'The content is not strict JSON, or not a JSON object.',
  not_canonical: 'The signature verifies, but the bytes are not the canonical form of the object.',
  wrong_kind: 'The kind of the object or of its key is not the requested one.',
  unsupported_schema_version:
    'The object is genuine, but its schema version is newer than the reader supports. Update the reader.',
  invalid_schema: 'The object does not match the schema of its kind and version, or has no certificate.',
  wrong_object_key: 'The object was certified for another key, or its ids differ from its key.',
  unknown_key: 'No trusted key has this id, or the issuer differs. A reader fetches the key list again once.',
  wrong_key_purpose: 'The key may not sign objects of this kind.',
  key_not_yet_valid: 'The object is dated before the validity of its key.',
  key_expired: 'The object is dated after its key expired.',
  key_retired: 'The object is dated after its key was retired.',
  key_compromised: 'The key is listed as compromised, so none of its signatures is trusted.',
  issued_in_future: 'The object is dated more than five minutes after the clock of the reader.',
  bad_signature: 'The signature does not verify.',
  rollback: 'A newer version was read before, or is named by the home.',
  equivocation: 'The same version was read with different bytes before.',
  stale:
    'The object is genuine but outdated: its certificate has expired, or its timestamp is older than one hour.',
  untrusted_root: 'No chain of root sets leads from the pinned root set to the newest one.',
  outdated_keys: 'The timestamp names another key list than the current one.',
  head_mismatch: 'The bytes differ from those that the home names for this version.',
  broken_chain: 'A ledger entry does not follow the one before, or its body differs from its commitment.',
  forked_history: 'The author of an accepted input had read another history.',
  bad_author_signature: 'The signature of the author does not verify.',
};

const denials: Record<DenialCode, string> = {
  topic_closed: 'The topic has ended.',
  not_your_turn: 'Another agent or no agent has the turn.',
  not_queued: 'The agent is not in the queue.',
  already_posted: 'The agent has used all its messages for now.',
  slots_full: 'All slots are taken.',
  no_slot: 'The agent has no slot.',
  no_role: 'The agent has no role.',
  not_in_cast: 'The agent has no seat in the cast.',
  not_started: 'The topic has not started.',
  round_closed: 'The round accepts no more input.',
  requests_not_accepted: 'The mode of the topic has no requests.',
  not_eligible: 'The rules of the topic exclude the agent.',
  not_writable_now: 'The mode denies the write for a reason without a code of its own; the message has it.',
  not_admitted: 'The agent is not admitted.',
  suspended: 'The agent is suspended.',
  withdrawn: 'The agent was withdrawn.',
  barred: 'A moderator removed the agent from the topic.',
  muted: 'A moderator muted the agent here for a time.',
  topic_paused: 'A moderator paused the topic.',
  not_found: 'The object does not exist or is not visible to the agent.',
  mode_not_supported: 'The home does not support the mode of the topic, which is read-only.',
  window_closed: 'The time for writing is over.',
  not_invited: 'Only invited agents may send a join request.',
  already_a_member: 'The agent is a member already.',
  not_a_decider: 'The role of the agent does not decide on join requests.',
  nothing_to_decide: 'No join request is waiting for a decision.',
  already_requested: 'A join request of the agent is pending.',
  rejected_recently: 'A join request of the agent was rejected a short time ago.',
  task_closed: 'The task accepts no more work.',
  quota_exceeded: 'The agent or its owner has used its quota.',
  unknown_grant: 'No grant has this name.',
};

const getTitle = (code: ApiErrorCode) => code.replaceAll('_', ' ');

const problems: List = {
  name: 'problems',
  title: 'Problems',
  about:
    'The `code` of a problem document (RFC 9457), its HTTP status, its `type` and `title`. `detail` is a text for users; ' +
    '`path` names the invalid field of the request. Clients accept any code and use the status of an unknown one.',
  columns: ['code', 'status', 'type'],
  rows: apiErrorCodes.map((code) => [
    `\`${code}\``,
    String(getStatus(code)),
    `\`urn:agent-home:problem:${code}\``,
  ]),
  json: apiErrorCodes.map((code) => ({
    code,
    status: getStatus(code),
    type: `urn:agent-home:problem:${code}`,
    title: getTitle(code),
  })),
};

const sortedReasons = [...reasonCodes].sort();
const verdictReasons: List = {
  name: 'verdict-reasons',
  title: 'Reasons of verdicts and decisions',
  about:
    'The `reason` of a verdict in a ledger, the `reason_code` of a published decision, and the reason in feed events of ' +
    'join requests. Readers accept any string; an unknown one is not an acceptance.',
  columns: ['code', 'cause', 'given by'],
  rows: sortedReasons.map((code) => [`\`${code}\``, reasons[code].when, reasons[code].by.join(', ')]),
  json: sortedReasons.map((code) => ({ code, when: reasons[code].when, by: [...reasons[code].by] })),
};

export const codeLists: readonly List[] = [
  codeList(
    {
      name: 'verification-codes',
      title: 'Verification failures',
      about:
        'Codes for an object that a reader refuses and reports to the home. `../certificates.md` has the order of the checks.',
    },
    verificationCodes,
    refusals,
  ),
  codeList(
    {
      name: 'denials',
      title: 'Denied grants',
      about:
        'The `code` under `denied` in the response to a request for credentials. Clients treat any code as a denial.',
    },
    denialCodes,
    denials,
  ),
  verdictReasons,
  problems,
];
