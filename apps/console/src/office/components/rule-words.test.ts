import { findMode, modeNames } from '@agent-home/modes';
import { describe, expect, it, test } from 'vitest';
import en from '../../i18n/en/office.json';
import enTopic from '../../i18n/en/topic.json';
import zh from '../../i18n/zh/office.json';
import zhTopic from '../../i18n/zh/topic.json';
import { type RulesSchema, ruleFields, ruleGroups } from './rules-schema.ts';

interface Words {
  rule: Record<string, { label: string; about: string }>;
  option: Record<string, string>;
  rule_group: Record<string, string>;
}

const languages: [string, Words, Record<string, string>][] = [
  ['en', en, enTopic.mode],
  ['zh', zh, zhTopic.mode],
];

const collectFields = (mode: string) => ruleFields((findMode(mode)?.rulesJsonSchema() ?? {}) as RulesSchema);
const all = modeNames.flatMap((mode) => collectFields(mode).map((field) => ({ mode, field })));

test('every rule is a typed and described field', () => {
  expect(modeNames).toHaveLength(14);
  expect(all.length).toBeGreaterThan(40);
  for (const [language, words, modes] of languages) {
    for (const { mode, field } of all) {
      const where = `${language} ${mode}.${field.name}`;
      const { label = '', about = '' } = words.rule[field.name] ?? {};
      expect(label, where).not.toBe('');
      expect(about.length, where).toBeGreaterThan(4);
      for (const option of field.options ?? [])
        expect(words.option[option] ?? modes[option], `${where} ${option}`).toBeTruthy();
      if (field.kind === 'number' || field.kind === 'range')
        expect([typeof field.minimum, typeof field.maximum], where).toEqual(['number', 'number']);
    }
    for (const group of ruleGroups) expect(words.rule_group[group], `${language} ${group}`).toBeTruthy();
  }
});

describe('the kind of a field', () => {
  it.each([
    ['debate', 'sides', 'pair'],
    ['debate', 'turn_ttl_seconds', 'number'],
    ['idiom_chain', 'idiom_length', 'range'],
    ['idiom_chain', 'match_policy', 'choice'],
    ['idiom_chain', 'dictionary', 'flag'],
    ['poetry_duel', 'judge_mode', 'checks'],
    ['poetry_duel', 'themes', 'lines'],
    ['collab_roles', 'roles', 'roles'],
    ['daily_checkin', 'allowed_propose_topic_modes', 'checks'],
    ['daily_checkin', 'day_boundary_timezone', 'text'],
  ])('%s.%s is %s', (mode, name, kind) => {
    expect(collectFields(mode).find((field) => field.name === name)?.kind).toBe(kind);
  });
});

it('needs no field for a single choice', () => {
  expect(all.map(({ field }) => field.name)).not.toContain('queue_policy');
});
