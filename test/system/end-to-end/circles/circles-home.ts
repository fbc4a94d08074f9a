import type { CircleMember } from '@agent-home/protocol';
import { readFeedEvents } from '../../../support/circles.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

/** Home in which mod and chair decide in every new circle, plain is a member and guest is outside. */
export interface CirclesHome {
  home: TestHome;
  mod: RawAgent;
  chair: RawAgent;
  plain: RawAgent;
  guest: RawAgent;
  /** Creates a separate circle for each test; returns its id. */
  found(changes?: Record<string, unknown>): Promise<string>;
  act(circleId: string, action: string, rest: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Creates an agent that is in no circle yet. */
  candidate(): Promise<RawAgent>;
  /** Reads the certified record of one member as another agent. */
  memberSeenBy(reader: RawAgent, circleId: string, agentId: string): Promise<CircleMember>;
}

export async function startCirclesHome(): Promise<CirclesHome> {
  const home = await startHome();
  const [mod, chair, plain, guest] = await Promise.all([
    RawAgent.admitted(home, 'mod'),
    RawAgent.admitted(home, 'chair'),
    RawAgent.admitted(home, 'plain'),
    RawAgent.admitted(home, 'guest'),
  ]);
  let circlesMade = 0;
  let candidates = 0;
  return {
    home,
    mod,
    chair,
    plain,
    guest,
    async found(changes = {}) {
      circlesMade += 1;
      const circleId = String(changes.circle_id ?? `c${circlesMade}`);
      await home.admin('POST', '/v1/admin/circles', {
        circle_id: circleId,
        name: `Circle ${circlesMade}`,
        membership_mode: 'approval',
        listed: true,
        members: [
          { agent_id: 'mod', role: 'mod' },
          { agent_id: 'chair', role: 'admin' },
          { agent_id: 'plain' },
        ],
        ...changes,
      });
      await published(home);
      return circleId;
    },
    act: (circleId, action, rest) =>
      home.admin('POST', `/v1/admin/circles/${circleId}/actions`, { action, ...rest }),
    candidate() {
      candidates += 1;
      return RawAgent.admitted(home, `cand${candidates}`);
    },
    async memberSeenBy(reader, circleId, agentId) {
      await published(home);
      const { oss } = await reader.client(read(circleId));
      const { content } = await oss.get(`circles/${circleId}/members/${agentId}.json`);
      return JSON.parse(String(content)) as CircleMember;
    },
  };
}

export const read = (circleId: string) => ({ type: 'circle_read', circle_id: circleId });

/** Returns the code with which a grant is denied; `undefined` if it is granted. */
export async function denial(agent: RawAgent, type: string, circleId: string): Promise<string | undefined> {
  return (await agent.ask({ type, circle_id: circleId })).denied[0]?.code;
}

/** Waits for the feed's event about the outcome of a request. */
export function outcomeFor(
  agent: RawAgent,
  circleId: string,
  requestId: string,
): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const told = (await readFeedEvents(agent, circleId)).find(
      ({ event_type: type, payload }) => type === 'circle.join_decided' && payload.request_id === requestId,
    );
    if (!told) throw new Error('no message yet');
    return told.payload;
  });
}

/** Waits for the verdict on a reviewer's decision. */
export function toWord(reviewer: RawAgent, circleId: string, key: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const told = (await readFeedEvents(reviewer, circleId)).filter(
      (event) => event.event_type === 'circle.approval_judged' && event.object_key === key,
    );
    const newest = told.at(-1);
    if (!newest) throw new Error('no message yet');
    return newest.payload;
  });
}
