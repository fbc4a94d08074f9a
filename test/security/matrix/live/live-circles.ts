import { joinRequest, requestIs } from '../../../support/circles.ts';
import { eventually } from '../../../support/eventually.ts';
import { getId, json, RawAgent } from '../../../support/raw-agent.ts';
import type { Stage } from '../../../support/stories/stage.ts';
import type { MembershipMode } from '../dimensions.ts';
import type { LiveCast } from './live-cast.ts';

export interface LiveCircle {
  circleId: string;
  membershipMode: MembershipMode;
  listed: boolean;
  /** Id of the pending request. */
  waiting: string | undefined;
}

const kinds = [
  ...(['open', 'invite', 'approval'] as const).flatMap((membershipMode) =>
    [true, false].map((listed) => ({ membershipMode, listed, waits: false })),
  ),
  // A join request is pending only if members decide.
  ...[true, false].map((listed) => ({ membershipMode: 'approval' as const, listed, waits: true })),
];

/** Agent with the pending requests. */
export const candidateId = 'kim';

/** Creates the circle of the topics and tasks, and one of each kind. All members are still in it. */
export async function foundCircles(stage: Stage, cast: LiveCast): Promise<LiveCircle[]> {
  await found(stage, cast, 'ring', { membership_mode: 'invite' });
  const candidate = await RawAgent.admitted(stage.home, candidateId);
  return Promise.all(
    kinds.map(async ({ membershipMode, listed, waits }): Promise<LiveCircle> => {
      const circleId = `${membershipMode}-${listed ? 'listed' : 'hidden'}${waits ? '-asked' : ''}`;
      await found(stage, cast, circleId, { membership_mode: membershipMode, listed: listed || waits });
      const waiting = waits ? await askAndWait(stage, circleId, candidate) : undefined;
      if (!listed) await act(stage, circleId, { action: 'update_policy', listed: false });
      return { circleId, membershipMode, listed, waiting };
    }),
  );
}

async function found(stage: Stage, cast: LiveCast, circleId: string, fields: object): Promise<void> {
  const { home } = stage;
  const circle = { name: circleId, circle_id: circleId, owner_id: 'olga', members: cast.members };
  await home.admin('POST', '/v1/admin/circles', { ...circle, ...fields });
  const beside = { circle_id: `${circleId}x`, name: 'Beside it', membership_mode: 'invite' };
  await home.admin('POST', '/v1/admin/circles', beside);
  for (const standing of ['admitted', 'suspended', 'withdrawn'] as const) {
    const invited = cast.find(standing, 'reader')?.agentId;
    await act(stage, circleId, { action: 'invite', agent_id: invited });
  }
}

export function act(stage: Stage, circleId: string, action: object): Promise<unknown> {
  return stage.home.admin('POST', `/v1/admin/circles/${circleId}/actions`, action);
}

async function askAndWait(stage: Stage, circleId: string, candidate: RawAgent): Promise<string> {
  const grant = { type: 'circle_join_request_write', circle_id: circleId };
  const credential = await eventually(async () => {
    const [issued] = (await candidate.ask(grant)).credentials;
    if (!issued) throw new Error(`${circleId} does not take requests yet`);
    return issued;
  });
  const key = credential.keys[0]?.key ?? '';
  const request = joinRequest(circleId, getId(key), candidate.agentId);
  await stage.store.open(credential).put(key, json(request));
  await requestIs(stage.home, key, 'pending');
  return getId(key);
}
