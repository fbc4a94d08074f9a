import { residentTroubles } from '../../../agents/health/resident-health.ts';
import { openRuns } from '../../../agents/runs/open-runs.ts';
import { StatePlaceError } from '../../../errors/command-errors.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { type DoctorCheck, ok, skipped, warning } from './check.ts';

/** Residents of this project whose latest run failed, because such residents are silent in the home. */
export const residentCheck: DoctorCheck = {
  name: 'residents',
  async run({ dataDirectory, environment }) {
    // A deployment's residents live on other machines: its health page names them.
    if (dataDirectory === undefined) return skipped('the residents of the home are not on this machine');
    const [first, ...more] = await troublesHere(environment);
    if (!first) return ok('the latest runs of all residents succeeded');
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    return warning(
      `${first.agent}: ${preview(first.message, 300)} [${first.code}]${others}`,
      `run agent-home runs show ${first.run_id}`,
    );
  },
};

/** Reads troubles from the logs of this user; none if the user has no state. */
async function troublesHere(environment: Record<string, string | undefined>) {
  try {
    return await residentTroubles(openRuns(environment, {}));
  } catch (error) {
    if (error instanceof StatePlaceError) return [];
    throw error;
  }
}
