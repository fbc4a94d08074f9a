import type { HouseholdEvidence } from '../residents/household-evidence.ts';
import type { DecidedApproval, Finding } from './evidence.ts';

const check = 'resident approvals';

/**
 * Requires that each decision of an approver in a log is the one that the home has certified, for the arguments of its call, and that
 * one approval allows one call.
 */
export function residentApprovals(
  { runs }: Pick<HouseholdEvidence, 'runs'>,
  decisions: readonly DecidedApproval[],
): Finding[] {
  const certified = new Map(decisions.map((one) => [`${one.agentId} ${one.approvalId}`, one.certified]));
  const used = new Map<string, string>();
  return runs.flatMap(({ runId, agentId, records }) =>
    records.flatMap(({ type, data }): Finding[] => {
      if (type === 'policy.decided' && data.approval_id !== undefined && data.effect === 'allow') {
        const [subject, call] = [String(data.approval_id), `${runId} ${String(data.tool_call_id)}`];
        const before = used.get(subject) ?? call;
        used.set(subject, call);
        return before === call ? [] : [{ check, subject, problem: 'allows two calls' }];
      }
      const isByApprover = data.decision === 'approve' || data.decision === 'deny';
      if (type !== 'approval.decided' || !isByApprover) return [];
      const subject = String(data.approval_id);
      const found = certified.get(`${agentId} ${subject}`);
      if (!found) return [{ check, subject, problem: 'is decided in a log, and not certified' }];
      return [
        ...(found.decision === data.decision
          ? []
          : [
              {
                check,
                subject,
                problem: `is certified as ${found.decision}, and a log has ${data.decision}`,
              },
            ]),
        ...(found.argumentsSha256 === data.arguments_sha256
          ? []
          : [{ check, subject, problem: 'is certified for other arguments' }]),
      ];
    }),
  );
}
