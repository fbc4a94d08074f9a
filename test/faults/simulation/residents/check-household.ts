import { callsAsDecided } from '../checks/calls-as-decided.ts';
import { effectsDecided } from '../checks/effects-decided.ts';
import type { Evidence, Finding } from '../checks/evidence.ts';
import { nothingLeaked } from '../checks/nothing-leaked.ts';
import { policiesForward } from '../checks/policies-forward.ts';
import { residentApprovals } from '../checks/resident-approvals.ts';
import { residentRuns } from '../checks/resident-runs.ts';
import { runsEnded } from '../checks/runs-ended.ts';
import { sessionsApart } from '../checks/sessions-apart.ts';
import type { HouseholdEvidence } from './household-evidence.ts';

/** Compares the runs of the residents with everything that they have caused. */
export function checkHousehold(
  evidence: HouseholdEvidence,
  { runs, decisions }: Pick<Evidence, 'runs' | 'decisions'>,
): Finding[] {
  return [
    ...residentRuns(evidence),
    ...runsEnded(evidence, { runs, decisions }),
    ...callsAsDecided(evidence),
    ...effectsDecided(evidence),
    ...residentApprovals(evidence, decisions),
    ...policiesForward(evidence),
    ...sessionsApart(evidence),
    ...nothingLeaked(evidence, runs),
  ];
}
