import { tables } from '@agent-home/platform/database';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { type AudienceHome, read, startAudienceHome } from './audience-home.ts';

let here: AudienceHome;
beforeAll(async () => {
  here = await startAudienceHome();
});
afterAll(() => here.home.close());

interface Exposed {
  agent_id: string;
  scopes: string[];
  until: string;
}

describe('access that stays open for a while', () => {
  test('a withdrawal of access reports the remaining credentials', async () => {
    const dee = await RawAgent.admitted(here.home, 'dee');
    await here.home.admin('POST', '/v1/admin/circles', {
      circle_id: 'club',
      name: 'Club',
      membership_mode: 'invite',
      members: [{ agent_id: 'dee' }],
    });
    await here.openTopic('inner', { visibility: 'circle', circle_id: 'club' });
    await here.openTopic('outer');
    const { credential } = await dee.client(read('inner'));
    for (const agent of [dee, here.bo]) await agent.client(read('outer'));
    const narrowed = await here.setTopic('outer', { visibility: 'invite', allowlist_agent_ids: ['bo'] });
    expect(narrowed.exposed).toMatchObject([{ agent_id: 'dee', scopes: ['topic_read:outer'] }]);
    const removed = await here.home.admin('POST', '/v1/admin/circles/club/actions', {
      action: 'remove_member',
      agent_id: 'dee',
    });
    const [exposed] = removed.exposed as Exposed[];
    expect(exposed).toEqual({
      agent_id: 'dee',
      scopes: ['topic_read:inner'],
      until: new Date(credential.expiration).toISOString(),
    });
    const suspended = await here.home.admin('POST', '/v1/admin/agents/dee/actions', {
      action: 'suspend',
      reason: 'enough',
    });
    expect((suspended.exposed as Exposed[])[0]?.scopes).toEqual(['topic_read:inner', 'topic_read:outer']);
  });

  test('the audit separates a topic’s policy version from a task’s', async () => {
    await Promise.all([here.openTopic('same'), here.openTask('same')]);
    await here.setTask('same', { visibility: 'invite', allowlist_agent_ids: ['ada'] });
    await published(here.home);
    await here.ada.ask(read('same'), { type: 'task_read', task_id: 'same' });
    const { credentialAudit } = tables;
    const [row] = await here.home.open.platform.database
      .select()
      .from(credentialAudit)
      .where(eq(credentialAudit.agentId, 'ada'))
      .orderBy(desc(credentialAudit.id))
      .limit(1);
    expect(JSON.parse(row?.policyVersions ?? '')).toEqual({ 'topics/same': 1, 'tasks/same': 2 });
  });
});
