import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { facts, getContext } from '../../testing/alphabet/inputs.ts';
import { message } from '../../testing/alphabet/moves.ts';
import { RememberingStory } from '../../testing/stories/remembering-story.ts';

const mode = findMode('intro_once', 1) as AnyMode;
const topic = (rules: JsonObject = {}) => new RememberingStory('intro_once', { min_chars: 3, ...rules });
const card = (version: number) => ({ card_version: version });
const introduce = (
  story: RememberingStory,
  agentId: string,
  version: number,
  id = `intro_card_v${version}`,
) => story.say(agentId, id, {}, { author: card(version) });
const text = (content: string) => ({ content: { text: content } });

describe('intro_once', () => {
  it('an agent introduces itself once, at its card version’s key', () => {
    const story = topic();
    expect(story.may('ada', card(7))).toBe('intro_card_v7');
    expect(introduce(story, 'ada', 7)).toBe('accepted');
    expect(story.may('ada', card(7))).toBe('already_posted');
    expect(introduce(story, 'ada', 7)).toBe('already_posted');
    expect(introduce(story, 'bo', 1)).toBe('accepted');
    expect(story.state).toEqual({
      status: 'open',
      closed_reason: null,
      message_count: 2,
      last_message: { agent_id: 'bo', message_id: 'intro_card_v1' },
    });
  });

  it('a new card version may be introduced again', () => {
    const story = topic();
    introduce(story, 'ada', 1);
    expect(story.may('ada', card(3))).toBe('intro_card_v3');
    expect(introduce(story, 'ada', 3)).toBe('accepted');
    expect(story.may('ada', card(3))).toBe('already_posted');
  });

  it('rules may forbid introductions of new card versions', () => {
    const story = topic({ allow_reintro_on_card_version_increase: false, per_agent_limit: 2 });
    introduce(story, 'ada', 1);
    expect(story.may('ada', card(2))).toBe('already_posted');
    expect(introduce(story, 'ada', 2)).toBe('already_posted');
    expect(introduce(story, 'ada', 2, 'intro_card_v1_02')).toBe('outdated_card_version');
    expect(story.may('ada', card(1))).toBe('intro_card_v1_02');
    expect(story.may('bo', card(2))).toBe('intro_card_v2');
  });

  it('introductions are numbered separately for each card version', () => {
    const story = topic({ per_agent_limit: 3 });
    expect(introduce(story, 'ada', 1)).toBe('accepted');
    expect(introduce(story, 'ada', 1, 'intro_card_v1_03')).toBe('wrong_message_id');
    expect(introduce(story, 'ada', 1, 'intro_card_v1_02')).toBe('accepted');
    expect(introduce(story, 'ada', 1, 'intro_card_v1_02')).toBe('already_posted');
    expect(story.may('ada', card(2))).toBe('intro_card_v2');
    expect(introduce(story, 'ada', 1, 'intro_card_v1_03')).toBe('accepted');
    expect(story.may('ada', card(1))).toBe('already_posted');
    expect(introduce(story, 'ada', 2)).toBe('accepted');
    expect(story.may('ada', card(2))).toBe('intro_card_v2_02');
  });

  it('the ninety-ninth introduction is the last that has a key', () => {
    const story = topic({ per_agent_limit: 99 });
    for (let number = 1; number <= 99; number++) {
      const id = story.may('ada');
      expect(introduce(story, 'ada', 1, id)).toBe('accepted');
    }
    expect(story.state.last_message).toEqual({ agent_id: 'ada', message_id: 'intro_card_v1_99' });
    expect(story.may('ada')).toBe('already_posted');
  });

  it('an introduction of an older card is outdated', () => {
    const story = topic({ per_agent_limit: 2 });
    expect(introduce(story, 'ada', 3, 'intro_card_v2')).toBe('outdated_card_version');
    expect(introduce(story, 'ada', 10, 'intro_card_v9')).toBe('outdated_card_version');
    expect(introduce(story, 'ada', 3, 'intro_card_v3')).toBe('accepted');
    expect(introduce(story, 'ada', 4, 'intro_card_v3_02')).toBe('outdated_card_version');
  });

  it('a card version that went down opens no second introduction', () => {
    const story = topic();
    introduce(story, 'ada', 5);
    expect(story.may('ada', card(4))).toBe('already_posted');
    expect(introduce(story, 'ada', 4)).not.toBe('accepted');
    expect(introduce(story, 'ada', 5)).toBe('already_posted');
    // The same holds if the earlier card version has introductions left.
    const several = topic({ per_agent_limit: 3 });
    introduce(several, 'ada', 5);
    expect(several.may('ada', card(4))).toBe('already_posted');
    for (const id of ['intro_card_v4', 'intro_card_v4_02', 'intro_card_v4_03'])
      expect(introduce(several, 'ada', 4, id)).not.toBe('accepted');
    expect(introduce(several, 'ada', 5, 'intro_card_v5_02')).toBe('accepted');
  });

  it('an introduction under any other id is refused', () => {
    const story = topic({ per_agent_limit: 3 });
    introduce(story, 'ada', 1);
    for (const id of [
      '000001',
      'intro_card_v2',
      'intro_card_v0',
      'intro_card_v01',
      'intro_card_v1_01',
      'intro_card_v1_2',
      'intro_card_v1_002',
      'intro_card_v1_00',
      'intro_card_v1_03',
      'intro_card_v1_0x',
      'intro_card_v',
      'intro_card_v11',
      'role_x_0001',
    ]) {
      expect([id, introduce(story, 'ada', 1, id)]).toEqual([id, 'wrong_message_id']);
    }
  });

  it('a short introduction is refused, and its key stays open', () => {
    const story = topic({ min_chars: 5 });
    expect(story.say('ada', 'intro_card_v1', text('  four \n'))).toBe('too_short');
    expect(story.last?.verdict.explanation).toMatch(/^4 characters, at least 5/);
    expect(story.may('ada')).toBe('intro_card_v1');
    expect(story.say('ada', 'intro_card_v1', text('fiver'))).toBe('accepted');
  });

  const lengths: [text: string, length: number][] = [
    ['你好，我是小风', 7],
    ['e\u0301e\u0301', 2],
    ['\u{1F469}\u{1F3FD}\u200D\u{1F4BB}', 4],
    ['\u{20000}\u{20001}', 2],
    ['\u3000\u00a0\ufeff ok \u2003', 2],
    ['a  b', 4],
    ['\u1100\u1161\u11a8', 1],
    [' \n\t ', 0],
  ];
  it('introductions are counted in Unicode code points', () => {
    for (const [content, length] of lengths) {
      const enough = topic({ min_chars: length }).say('ada', 'intro_card_v1', text(content));
      const short = topic({ min_chars: length + 1 }).say('ada', 'intro_card_v1', text(content));
      expect([content, enough, short]).toEqual([content, 'accepted', 'too_short']);
    }
  });

  it('content without a text is as short as none', () => {
    for (const content of [{}, { text: 5 }, { text: null }, { text: ['abc'] }, []]) {
      expect(topic().say('ada', 'intro_card_v1', { content } as never)).toBe('too_short');
    }
  });

  it('an agent with unknown earlier posts cannot introduce itself', () => {
    const open = topic().state;
    const input = message('ada', 'intro_card_v1');
    expect(mode.apply(open, input, topic().rules, getContext(1, 'ada')).verdict.reason).toBe('fact_missing');
    expect(mode.apply(open, input, topic().rules, getContext(1)).verdict.reason).toBe('fact_missing');
    expect(mode.writableMessages(open, facts('ada'), topic().rules, getContext(1))).toMatchObject({
      denied: 'already_posted',
    });
  });

  it('only an admin closes an intro_once topic', () => {
    const story = topic();
    introduce(story, 'ada', 1);
    expect(story.may('ada', {}, 'request')).toBe('requests_not_accepted');
    expect([story.ask('ada', 'leave'), story.ask('bo', 'queue_join')]).toEqual(['ignored', 'ignored']);
    expect([story.after(1e6).deadline(), mode.deadline(story.state)]).toEqual(['not_due', undefined]);
    expect(story.remove('ada')).toBe('accepted');
    expect(story.state.status).toBe('open');
    expect(story.close()).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'closed_by_admin',
      message_count: 1,
    });
    expect(introduce(story, 'bo', 1)).toBe('topic_closed');
    expect([story.may('bo'), story.may('bo', {}, 'request')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('intro_once writes its default rules out and refuses bad ones', () => {
    expect(mode.parseRules({})).toEqual({
      rules: { per_agent_limit: 1, allow_reintro_on_card_version_increase: true, min_chars: 50 },
    });
    for (const [rules, path] of [
      [{ per_agent_limit: 0 }, 'rules.per_agent_limit'],
      [{ per_agent_limit: 100 }, 'rules.per_agent_limit'],
      [{ min_chars: -1 }, 'rules.min_chars'],
      [{ min_chars: 1.5 }, 'rules.min_chars'],
      [{ min_chars: 10_001 }, 'rules.min_chars'],
      [{ allow_reintro_on_card_version_increase: 'yes' }, 'rules.allow_reintro_on_card_version_increase'],
      [{ limit: 1 }, 'rules'],
    ] as const) {
      expect(mode.parseRules(rules)).toMatchObject({ path });
    }
  });
});
