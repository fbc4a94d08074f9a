import type { FieldDescriptions } from '@agent-home/protocol';

const places = ['approval_request', 'shown_approval', 'approval_list/items'];
const ofQuestions = {
  tool: 'Canonical name of the tool',
  arguments: 'Canonical JSON of the exact arguments',
  risk: '`safe`, `low`, `medium`, `high` or `critical`; an unknown one counts as high',
  tainted: 'True if the run has read text of others',
};
const inQuestions = Object.fromEntries(
  places.flatMap((place) => Object.entries(ofQuestions).map(([field, text]) => [`${place}/${field}`, text])),
);

/** Decisions of approvers on calls of runs. */
export const approvals: FieldDescriptions = {
  ...inQuestions,
  approval_id: 'Id of the question; it covers run, record, call, tool and arguments',
  arguments_sha256: 'SHA-256 of the canonical JSON of the exact arguments, lowercase hex',
  'rules/layer': 'Source of the rule: `definition`, `policy` or `operator`',
  'rules/rule': 'Position of the rule in its source',
  'rules/effect': '`confirm` for a rule that requires the approval',
  'rules/policy': 'Name and version of the policy; absent for another source',
  'requested_approval/state': '`pending`, `approved`, `denied`, `expired` or `withdrawn`',
  'shown_approval/state': '`pending`, `approved`, `denied`, `expired` or `withdrawn`',
  'approval_query/state': 'Only questions in this state',
  'approval_decision/allow':
    'Pattern of further calls of the session that need no approval; it covers this call',
  allow: 'Pattern of further calls of the session that need no approval',
  needed: 'Number of approvers that the decision needs',
  decided_by: 'Approvers so far',
  'decided_by/id': 'Id of the owner, or of the token or user of an admin',
  'decided_by/at': 'Time of the decision, RFC 3339 in UTC',
  may_decide: 'True if the caller may decide now',
  admins_may_decide: 'True if admins may decide as well as the owner',
  two_for_high_risk: 'True if calls of high risk need two approvers',
};
