import type { BulkAdmission, BulkAdmissionAnswer } from '@agent-home/http-contract';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Act, Platform } from '../../foundation/platform/platform.ts';
import { admitAgent } from './admit-agent.ts';
import { refuseAgent } from './refuse-agent.ts';

/** Applies one decision to many agents. Each commits separately, so that a failure for one does not stop the others. */
export async function decideAdmissions(
  platform: Platform,
  request: BulkAdmission,
  actFor: (agentId: string) => Act,
): Promise<BulkAdmissionAnswer> {
  const results: BulkAdmissionAnswer['results'] = [];
  for (const agentId of request.agent_ids) {
    const acting = { ...platform, act: actFor(agentId) };
    try {
      const { standing } =
        request.decision === 'admit'
          ? await admitAgent(acting, agentId)
          : await refuseAgent(acting, agentId, request.reason);
      results.push({ agent_id: agentId, standing });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      results.push({ agent_id: agentId, code: error.code });
    }
  }
  return { decided: results.filter(({ code }) => code === undefined).length, results };
}
