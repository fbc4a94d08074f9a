import { expect } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { newOwner, see } from '../../../support/look.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export const lookers = ['nobody', 'otto', 'olga', 'admin'] as const;

const audiences = {
  public: { visibility: 'public' },
  circle: { visibility: 'circle', circle_id: 'hidden' },
  invite: { visibility: 'invite', allowlist_agent_ids: ['ada'] },
  own: { visibility: 'owner-only', owner_id: 'olga' },
  platform: { visibility: 'invite', allowlist_agent_ids: [] },
};
export const names = Object.keys(audiences) as (keyof typeof audiences)[];

/** Viewers of a container of each audience: olga's agent ada has access to all but the last. */
export const seenBy: Record<keyof typeof audiences, readonly string[]> = {
  public: lookers,
  circle: ['olga', 'admin'],
  invite: ['olga', 'admin'],
  own: ['olga', 'admin'],
  platform: ['admin'],
};

/** Home with a topic `t-…` and a task `k-…` of each audience, and a message in each topic that ada may write in. */
export interface AudiencesHome {
  home: TestHome;
  /** Bearer tokens, by viewer; without one the viewer is anonymous. */
  tokens: Record<string, string | undefined>;
  ada: RawAgent;
  /** Returns the ids in a list, as this viewer sees it. */
  idsIn(path: string, name: string, who: string): Promise<(string | undefined)[]>;
}

export async function startAudiencesHome(): Promise<AudiencesHome> {
  const home = await startHome();
  const tokens = {
    nobody: undefined,
    admin: home.secrets.adminToken,
    olga: await newOwner(home, 'olga'),
    otto: await newOwner(home, 'otto'),
  };
  const ada = await ofOwner(home, 'ada', tokens.olga);
  await ofOwner(home, 'oz', tokens.otto);
  await openContainers(home);
  for (const name of ['public', 'circle', 'invite', 'own'])
    await ada.say(`t-${name}`, `a word on ${name} matters`);
  await eventually(async () => {
    const { items } = await see<{ items: { last_line?: object }[] }>(home, 'topics', tokens.admin);
    expect(items.filter((item) => item.last_line)).toHaveLength(4);
  });
  await published(home);
  const byLooker: AudiencesHome['tokens'] = tokens;
  return {
    home,
    tokens,
    ada,
    async idsIn(path, name, who) {
      const { items } = await see<{ items: Record<string, string>[] }>(home, path, byLooker[who]);
      return items.map((item) => item[name]);
    },
  };
}

/** Creates an agent of the owner with this token. */
export async function ofOwner(home: TestHome, agentId: string, token: string | undefined): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, agentId);
  await agent.register({ headers: { authorization: `Bearer ${token}` } });
  await agent.call('POST', `/v1/agents/${agentId}/admission`);
  return agent;
}

async function openContainers(home: TestHome): Promise<void> {
  const circle = { name: 'A circle', membership_mode: 'approval' };
  const members = [{ agent_id: 'ada', role: 'admin' }];
  await home.admin('POST', '/v1/admin/circles', { ...circle, circle_id: 'hidden', listed: false, members });
  await home.admin('POST', '/v1/admin/circles', { ...circle, circle_id: 'listed', listed: true, members });
  for (const [name, audience] of Object.entries(audiences)) {
    const { owner_id: _, ...rest } = audience as { owner_id?: string };
    const topic = { topic_id: `t-${name}`, title: `Topic ${name}`, mode: 'freeform', ...rest };
    const task = { task_id: `k-${name}`, title: `Task ${name}`, ...audience };
    await home.admin('POST', '/v1/admin/topics', name === 'own' ? { ...topic, owner_id: 'olga' } : topic);
    await home.admin('POST', '/v1/admin/tasks', task);
  }
  await published(home);
}
