import { tables } from '@agent-home/platform/database';
import { type PlatformPolicy, platformPolicySchema } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../support/ledger.ts';
import { see } from '../../support/look.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;

beforeAll(async () => {
  home = await startHome({
    environment: { AGENT_HOME_PROPOSER_ADMITTED_DAYS: '1', AGENT_HOME_PROPOSALS_PER_DAY: '7' },
  });
  ada = await RawAgent.admitted(home, 'ada');
  const rules = { proposal_quota_per_day: 3, allowed_proposal_types: ['propose_topic'] };
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'box',
    title: 'Box',
    visibility: 'public',
    mode: 'daily_checkin',
    rules,
  });
  await published(home);
});
afterAll(() => home.close());

test('a newly admitted agent may not propose yet', {
  timeout: 60_000,
}, async () => {
  const early = await ada.send('box', 'propose_topic', { title: 'Too soon' });
  expect(await judged(home, 'box', early)).toMatchObject({ outcome: 'rejected', reason: 'not_eligible' });
  const { agents } = tables;
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  await home.open.platform.database
    .update(agents)
    .set({ admittedAt: longAgo })
    .where(eq(agents.agentId, 'ada'));
  const later = await ada.send('box', 'propose_topic', { title: 'In time' });
  expect(later).not.toBe(early);
  expect(await judged(home, 'box', later)).toMatchObject({ outcome: 'accepted' });

  const shown = await see<PlatformPolicy>(home, 'objects?key=platform/policy.json');
  const policy = platformPolicySchema.parse(shown);
  expect(policy.proposals).toEqual({ per_day: 7, minimum_admitted_days: 1 });
  expect(policy.quotas).toMatchObject({ agent: { objects: 1_000 }, owner: { objects: 10_000 } });
});
