import { residentTroubles } from '../../health/resident-health.ts';
import { openRuns } from '../../runs/open-runs.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { type DoctorCheck, ok, warning } from './check.ts';

/** Residents of this project whose latest run failed: they are silent in the home. */
export const residentCheck: DoctorCheck = {
  name: 'residents',
  async run({ environment }) {
    const [first, ...more] = await residentTroubles(openRuns(environment, {}));
    if (!first) return ok('no resident’s latest run failed');
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    return warning(
      `${first.agent}: ${preview(first.message, 300)} [${first.code}]${others}`,
      `agent-home runs show ${first.run_id} has the reason`,
    );
  },
};
