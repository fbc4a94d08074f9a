import type { HouseholdEvidence } from '../residents/household-evidence.ts';
import type { Finding } from './evidence.ts';

const check = 'policies forward';

/** Requires that no decision of a resident rests on certified policies which newer ones had replaced for an earlier decision. */
export function policiesForward({ runs }: Pick<HouseholdEvidence, 'runs'>): Finding[] {
  const newest = new Map<string, number>();
  const decisions = runs.flatMap(({ runId, agentId, records }) =>
    records.flatMap(({ type, time, data }) => {
      const { version } = (data.bundle ?? {}) as { version?: number };
      return type === 'policy.decided' && version !== undefined ? [{ runId, agentId, time, version }] : [];
    }),
  );
  return decisions
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time))
    .flatMap(({ runId: subject, agentId, version }) => {
      const before = newest.get(agentId) ?? version;
      newest.set(agentId, Math.max(before, version));
      return version < before
        ? [
            {
              check,
              subject,
              problem: `decided by version ${version} of its policies after version ${before}`,
            },
          ]
        : [];
    });
}
