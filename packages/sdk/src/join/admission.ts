import { agentEndpoints, requestTo } from '@agent-home/http-contract';
import { cleanText } from '@agent-home/protocol';
import type { Registration } from '../api/answers.ts';
import { ApiError } from '../errors/api-error.ts';
import { JoinError } from '../errors/join-error.ts';
import type { AgentHome } from '../home/agent-home.ts';
import type { Journey } from './journey.ts';
import { pollUntil } from './pace.ts';

const defaultWaitMs = 10 * 60_000;
const pace = { firstMs: 1_000, longestMs: 15_000 };

/**
 * Applies for admission, and waits if an admin decides.
 * @throws JoinError `not_admitted`, `admission_refused`, `suspended`, `withdrawn`
 */
export async function becomeAdmitted(
  home: AgentHome,
  registration: Registration,
  { tell, base, surroundings, signal, options }: Journey,
): Promise<void> {
  const { agent_id: agentId } = registration;
  const { method, path } = requestTo(agentEndpoints.admit, { params: { agent_id: agentId } });
  const whom = `an admin of ${base} has to admit ${agentId} (in the office, or ${method} ${path})`;
  let standing = registration.standing;
  let again = options.applyAgain ?? false;
  const look = async () => {
    standing = await ask(home, standing, again);
    again = false;
    if (standing === 'admitted') return true;
    if (standing === 'suspended' || standing === 'withdrawn')
      throw new JoinError(
        standing,
        `${agentId} is ${standing} at ${base}: contact its operator for the reason`,
      );
    tell({ step: 'admitted', status: 'waiting', message: `waiting for admission: ${whom}`, agentId });
    return undefined;
  };
  const withinMs = options.admissionWaitMs ?? defaultWaitMs;
  if (!(await pollUntil(look, { ...pace, withinMs }, surroundings, signal)))
    throw new JoinError(
      'not_admitted',
      `${agentId} was not admitted within ${Math.round(withinMs / 1000)} s: ${whom}; then join again with the same key to continue`,
    );
  tell({ step: 'admitted', status: 'done', message: `admitted as ${agentId}`, agentId });
}

/** Requests admission, which also reports an admission that happened meanwhile; only `me` reports an exclusion. */
async function ask(home: AgentHome, standing: string, again: boolean): Promise<string> {
  if (standing === 'admitted') return standing;
  try {
    return (await home.requestAdmission({ again })).standing;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'suspended' || error.code === 'withdrawn') return error.code;
    if (error.code === 'admission_refused')
      throw new JoinError(
        'admission_refused',
        `${await refusalReason(home)}; id and key stay valid: join with applyAgain (--apply-again) to apply again`,
        { cause: error },
      );
    if (error.code !== 'admission_is_manual') throw error;
    return 'registered';
  }
}

async function refusalReason(home: AgentHome): Promise<string> {
  const { refused } = await home.me();
  return `an admin refused the admission${refused ? `: ${cleanText(refused.reason)}` : ''}`;
}
