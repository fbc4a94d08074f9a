import { eventually } from '../../../support/eventually.ts';
import type { AskedGrant, IssuedCredential, RawAgent } from '../../../support/raw-agent.ts';
import type { Situation } from '../dimensions.ts';
import type { Names } from '../fill-in.ts';

/** A live situation: an agent, and the grants that it may request. */
export interface LiveSituation {
  situation: Situation;
  agent: RawAgent;
  names: Names;
  grants: AskedGrant[];
}

/** Rights of an agent at its moment, from one request for all existing grants. */
export interface LivePower extends LiveSituation {
  credentials: IssuedCredential[];
}

const patienceMs = 120_000;
const home: AskedGrant[] = [{ type: 'registry_read' }, { type: 'heartbeat_write' }, { type: 'prompt_read' }];

/** Returns all grants about one container, and about another whose id begins with the same characters. */
export function grantsAbout(kind: 'topic' | 'circle' | 'task' | 'home', id = ''): AskedGrant[] {
  const ids = [id, `${id}x`];
  switch (kind) {
    case 'topic':
      return [
        ...home,
        ...ids.flatMap((topic_id) =>
          ['topic_read', 'topic_message_write', 'topic_request_write'].map((type) => ({ type, topic_id })),
        ),
      ];
    case 'circle':
      return [
        ...home,
        ...ids.flatMap((circle_id) =>
          ['circle_read', 'circle_join_request_write', 'circle_join_approval_write'].map((type) => ({
            type,
            circle_id,
          })),
        ),
      ];
    case 'task':
      return [
        ...home,
        ...ids.flatMap((task_id) => ['task_read', 'task_write'].map((type) => ({ type, task_id }))),
      ];
    case 'home':
      return home;
  }
}

/**
 * Requests all grants. An unknown agent gets 401, and one that is not admitted is denied each grant, so neither holds a credential.
 */
export async function takePower(live: LiveSituation): Promise<LivePower> {
  const { agent, grants, situation } = live;
  const { status, body } = await eventually(async () => {
    const answer = await agent.call('POST', '/v1/credentials', { grants });
    // A token service limits its calls per second, and reports when the limit is exceeded.
    if (answer.status === 429 || answer.status === 503) throw new Error(`answered ${answer.status}`);
    return answer;
  }, patienceMs);
  if (situation.standing === 'unknown' && status === 401) return { ...live, credentials: [] };
  if (status !== 200) throw new Error(`${agent.agentId} was answered ${status} ${JSON.stringify(body)}`);
  return { ...live, credentials: body.credentials as IssuedCredential[] };
}
