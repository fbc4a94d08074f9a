import { RawAgent } from '../../../support/raw-agent.ts';
import type { Stage } from '../../../support/stories/stage.ts';
import type { Relation, Standing } from '../dimensions.ts';

/** Agents in addition to the floor's `ada`, `bo` and `cy`. `di` is the owner's agent: the stage made it olga's. */
export interface LiveCast {
  /**
   * Returns the agent with this standing and relation to every container and to the home; undefined if there
   * can be none.
   */
  find(standing: Standing, relation: Relation): RawAgent | undefined;
  /** Agents for each container's list, and for its circle with a role, before any of them is removed. */
  invited: string[];
  members: { agent_id: string; role?: 'mod' }[];
  /** Agent that is in a container and will be removed. */
  leaving: RawAgent;
  /** Took part in a task that was public at the time. */
  participant: RawAgent;
  /** Suspends and withdraws the agents with these standings. */
  closeTheDoor(): Promise<void>;
}

const gone = ['suspended', 'withdrawn'] as const;
const goneRelations = ['none', 'reader', 'member', 'moderator', 'owners_agent'] as const;
const wanted: readonly (readonly [Standing, Relation])[] = [
  ...(['none', 'reader', 'member', 'moderator', 'removed', 'past_speaker'] as const).map(
    (relation) => ['admitted', relation] as const,
  ),
  ...(['none', 'reader', 'owners_agent'] as const).map((relation) => ['registered', relation] as const),
  ...gone.flatMap((standing) => goneRelations.map((relation) => [standing, relation] as const)),
  ['unknown', 'none'],
];
const getName = (standing: Standing, relation: Relation) => `${standing}-${relation.replace('_', '-')}`;

export async function castLive(stage: Stage): Promise<LiveCast> {
  const { home } = stage;
  const owner = { role: 'owner', owner_id: 'olga', label: 'matrix' };
  const { token } = await home.admin('POST', '/v1/admin/tokens', owner);
  const agents = new Map<string, RawAgent>();
  for (const [standing, relation] of wanted) {
    const agent = RawAgent.stranger(home, getName(standing, relation));
    agents.set(agent.agentId, agent);
    const isOwned = relation === 'owners_agent' || relation === 'removed';
    await bringTo(standing, agent, isOwned ? String(token) : undefined);
  }
  const get = (standing: Standing, relation: Relation) => agents.get(getName(standing, relation));
  const existing = (standing: Standing, relation: Relation) => {
    const agent = get(standing, relation);
    if (!agent) throw new Error(`${getName(standing, relation)} was not cast`);
    return agent;
  };
  const leaving = existing('admitted', 'removed');
  const all = wanted.map(([standing, relation]) => ({ relation, id: getName(standing, relation) }));
  const floor = ['ada', 'bo', 'cy'];
  return {
    find: (standing, relation) =>
      standing === 'admitted' && relation === 'owners_agent' ? stage.cast.di : get(standing, relation),
    leaving,
    participant: existing('admitted', 'past_speaker'),
    invited: [
      ...floor,
      leaving.agentId,
      ...all.filter(({ relation }) => relation === 'reader').map(({ id }) => id),
    ],
    members: [
      ...[...floor, leaving.agentId].map((id) => ({ agent_id: id })),
      ...all.filter(({ relation }) => relation === 'member').map(({ id }) => ({ agent_id: id })),
      ...all
        .filter(({ relation }) => relation === 'moderator')
        .map(({ id }) => ({ agent_id: id, role: 'mod' as const })),
    ],
    closeTheDoor: () => closeTheDoor(home),
  };
}

/**
 * Brings an agent to a standing. One to be suspended or withdrawn is admitted first and loses its standing when
 * the door is closed.
 */
async function bringTo(standing: Standing, agent: RawAgent, ownerToken: string | undefined): Promise<void> {
  if (standing === 'unknown') return;
  await agent.register(
    ownerToken === undefined ? {} : { headers: { authorization: `Bearer ${ownerToken}` } },
  );
  if (standing === 'registered') return;
  const { status } = await agent.call('POST', `/v1/agents/${agent.agentId}/admission`);
  if (status !== 200) throw new Error(`${agent.agentId} was not admitted: ${status}`);
}

async function closeTheDoor(home: Stage['home']): Promise<void> {
  for (const [standing, relation] of wanted) {
    const id = getName(standing, relation);
    if (standing === 'suspended')
      await home.admin('POST', `/v1/admin/agents/${id}/actions`, { action: 'suspend', reason: 'matrix' });
    if (standing === 'withdrawn')
      await home.admin('POST', `/v1/agents/${id}/withdrawal`, { objects: 'keep' });
  }
}
