import { objectKeyTable } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { retentionSettingsSchema } from '../../foundation/settings/config.ts';
import { isInPlace, lifecycleRules, planLifecycle } from './lifecycle-plan.ts';
import { overwriteRules } from './overwrite-rules.ts';
import { retentionTable } from './retention-table.ts';

const settings = retentionSettingsSchema.parse({});
const rules = lifecycleRules(settings, true);
const heartbeats = { id: 'agent-home-heartbeats', prefix: 'agents/heartbeats/', days: 7 };

describe('the retention table', () => {
  it('says of every kind of object how long it stays', () => {
    expect(Object.keys(retentionTable).sort()).toEqual(Object.keys(objectKeyTable).sort());
  });

  it('heartbeats stay a week, unfinished uploads a day by default', () => {
    expect(rules).toEqual([
      heartbeats,
      { id: 'agent-home-unfinished-uploads', prefix: 'tasks/', abortUploadsDays: 1 },
    ]);
    expect(lifecycleRules(settings, false)).toEqual([heartbeats]);
  });

  it('leaves no rule of the bucket to reach what the platform writes', () => {
    for (const { prefix, days } of rules)
      for (const [kind, { template, owner }] of Object.entries(objectKeyTable))
        if (owner === 'platform' && days !== undefined) expect(template.startsWith(prefix), kind).toBe(false);
  });

  it.each([
    { heartbeatDays: 0 },
    { resultDays: -1 },
    { refusedInputDays: 1.5 },
    { unfinishedUploadDays: 31 },
    { joinObjectDays: 3651 },
  ])('refuses %j', (given) => {
    expect(retentionSettingsSchema.safeParse(given).success).toBe(false);
  });
});

describe('a plan for the bucket', () => {
  const foreign = { id: 'theirs', prefix: 'agents/heartbeats/', days: 1 };

  it('adds what is missing, changes what differs, removes what is ours no more', () => {
    const old = { id: 'agent-home-old', prefix: 'old/', days: 3 };
    const plan = planLifecycle([{ ...heartbeats, days: 2 }, old, foreign], rules);
    expect(plan).toMatchObject({
      added: [{ id: 'agent-home-unfinished-uploads' }],
      changed: [{ before: { days: 2 }, after: { days: 7 } }],
      removed: [old],
      foreign: ['theirs'],
    });
    expect(isInPlace(plan)).toBe(false);
  });

  it('is to change nothing where all is there', () => {
    expect(isInPlace(planLifecycle([foreign, ...rules], rules))).toBe(true);
  });
});

describe('rules against overwriting', () => {
  const role = 'acs:ram::1000000000000001:role/agent-home-agent';

  it('name the sessions of the agents’ role, never the platform', () => {
    for (const scope of ['platform', 'all'] as const)
      for (const rule of overwriteRules(role, scope) ?? [])
        expect(rule.principals).toEqual(['arn:sts::1000000000000001:assumed-role/agent-home-agent/*']);
  });

  it('are none for what is no role', () => {
    expect(overwriteRules('arn:aws:iam::1:role/x', 'platform')).toBeUndefined();
  });

  it('leave alone what an agent may write again', () => {
    const prefixes = overwriteRules(role, 'platform')?.map(({ prefix }) => prefix) ?? [];
    for (const [kind, { template, owner }] of Object.entries(objectKeyTable))
      if (owner === 'agent')
        expect(
          prefixes.some((prefix) => template.startsWith(prefix)),
          kind,
        ).toBe(false);
  });
});
