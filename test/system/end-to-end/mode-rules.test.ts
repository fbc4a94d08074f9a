import type { ModeList } from '@agent-home/http-contract';
import type { TopicManifest } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { see } from '../../support/look.ts';
import { getId, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const defaults = { debate: { turn_ttl_seconds: 300, rounds_max: 2 }, turn_queue: { turn_ttl_seconds: 77 } };

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_MODE_RULES: JSON.stringify(defaults) } });
});
afterAll(() => home.close());

async function getRules(topicId: string): Promise<TopicManifest['rules']> {
  const key = encodeURIComponent(`topics/${topicId}/manifest.json`);
  return (await eventually(() => see<TopicManifest>(home, `objects?key=${key}`))).rules;
}

const open = (topicId: string, more: object) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    visibility: 'public',
    ...more,
  });

test('a new topic gets the default rules of its home', async () => {
  await open('plain', { mode: 'debate' });
  await open('own', { mode: 'debate', rules: { turn_ttl_seconds: 30 } });
  expect(await getRules('plain')).toMatchObject({ turn_ttl_seconds: 300, rounds_max: 2 });
  expect(await getRules('own')).toMatchObject({ turn_ttl_seconds: 30, rounds_max: 2 });
});

test('a proposed topic gets the default rules of its home', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  const rules = { proposal_quota_per_day: 2, allowed_proposal_types: ['propose_topic'] };
  await open('box', { mode: 'daily_checkin', rules });
  await published(home);
  const key = await ada.send('box', 'propose_topic', { title: 'A queue', mode: 'turn_queue' });
  expect(await judged(home, 'box', key)).toMatchObject({ outcome: 'accepted' });
  const result = encodeURIComponent(`topics/box/results/ada/${getId(key)}.json`);
  const { created } = await eventually(() => see<{ created: { id: string } }>(home, `objects?key=${result}`));
  expect(await getRules(created.id)).toMatchObject({ turn_ttl_seconds: 77 });
});

test('the form of a new topic shows its home’s defaults', async () => {
  const { modes } = await see<ModeList>(home, 'modes');
  const ruleIn = (name: string, rule: string) => {
    const schema = modes.find((mode) => mode.name === name)?.rules_schema;
    const properties = schema?.properties as Record<string, { default?: unknown }> | undefined;
    return properties?.[rule]?.default;
  };
  expect([ruleIn('debate', 'turn_ttl_seconds'), ruleIn('debate', 'rounds_max')]).toEqual([300, 2]);
  expect([ruleIn('turn_queue', 'turn_ttl_seconds'), ruleIn('crosstalk', 'turn_ttl_seconds')]).toEqual([
    77, 90,
  ]);
});
