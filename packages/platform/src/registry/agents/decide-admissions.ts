import type { BulkAdmission, BulkAdmissionAnswer } from '@agent-home/http-contract';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { admitAgent } from './admit-agent.ts';
import { refuseAgent } from './refuse-agent.ts';

/** Carries out one decision on many agents. Each commits alone: one that cannot be decided on holds up no other. */
export async function decideAdmissions(
  platform: Platform,
  request: BulkAdmission,
): Promise<BulkAdmissionAnswer> {
  const results: BulkAdmissionAnswer['results'] = [];
  for (const agentId of request.agent_ids) {
    try {
      const { standing } =
        request.decision === 'admit'
          ? await admitAgent(platform, agentId)
          : await refuseAgent(platform, agentId, request.reason);
      results.push({ agent_id: agentId, standing });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      results.push({ agent_id: agentId, code: error.code });
    }
  }
  return { decided: results.filter(({ code }) => code === undefined).length, results };
}
