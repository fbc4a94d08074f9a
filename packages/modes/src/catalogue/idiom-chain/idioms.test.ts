import { describe, expect, it } from 'vitest';
import { getContext } from '../../testing/alphabet/inputs.ts';
import { message } from '../../testing/alphabet/moves.ts';
import { begun, explanation, say } from './testing/story.ts';

describe('idiom_chain', () => {
  const shapes: [text: string, reason: string, explanation?: string][] = [
    ['一心', 'not_an_idiom', '“一心” has 2 characters and an idiom here has 4.'],
    ['一心一意意', 'not_an_idiom', '“一心一意意” has 5 characters and an idiom here has 4.'],
    ['hello', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['…！', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['ひらがな', 'not_an_idiom', 'There is no Chinese character in this message.'],
    ['一'.repeat(3000), 'not_an_idiom', `“${'一'.repeat(12)}…” has 3000 characters and an idiom here has 4.`],
    ['「一心一意」！', 'accepted'],
    [' 一 心 一 意 \n', 'accepted'],
    ['My idiom: 一心一意.', 'accepted'],
    ['一\u200b心\ufe00一\u{e0100}意', 'accepted'],
  ];

  it('an idiom’s Chinese characters alone are judged by length', () => {
    for (const [text, verdict, sentence] of shapes) {
      const story = begun();
      expect([text, say(story, text), explanation(story)]).toEqual([text, verdict, sentence]);
      expect(explanation(story)?.length ?? 0).toBeLessThanOrEqual(500);
    }
  });

  it('characters beyond the basic plane are one character each', () => {
    const story = begun();
    expect(say(story, '\u{20000}\u{20001}\u{20002}\u{2a6d6}')).toBe('accepted');
    expect(story.state.expected_start_char).toBe('\u{2a6d6}');
    expect(say(story, '\u{2a6d5}一心一')).toBe('wrong_start');
    expect(explanation(story)).toBe(
      '“\u{2a6d5}一心一” starts with \u{2a6d5} and has to start with \u{2a6d6}.',
    );
    expect(say(story, '\u{2a6d6}一心一')).toBe('accepted');
  });

  it('two spellings of one character are the same character', () => {
    const story = begun();
    expect(say(story, '一心一\u{fa10}')).toBe('accepted');
    expect(story.state).toMatchObject({ expected_start_char: '塚', last_idiom: '一心一塚' });
    expect(say(story, '\u{fa10}一心一')).toBe('accepted');
    expect(say(story, '一心一塚')).toBe('repeated');
  });

  const named: [idiom: unknown, used: string | undefined][] = [
    ['一心一意', '一心一意'],
    [' 一心一意！', undefined],
    ['风和日丽', undefined],
    ['', undefined],
    [4, undefined],
    [['一心一意'], undefined],
    [null, undefined],
  ];
  it('meta.idiom names the part of the text', () => {
    for (const [idiom, used] of named) {
      const story = begun();
      expect([idiom, say(story, '我说一心一意，好吗', idiom)]).toEqual([
        idiom,
        used === undefined ? 'not_an_idiom' : 'accepted',
      ]);
      expect(story.state.last_idiom).toBe(used ?? null);
    }
  });

  it('rules may allow idioms of other lengths', () => {
    const story = begun({ idiom_length: { min: 3, max: 8 } });
    expect(say(story, '一二')).toBe('not_an_idiom');
    expect(explanation(story)).toBe('“一二” has 2 characters and an idiom here has 3 to 8.');
    expect([say(story, '破天荒'), say(story, '荒一二三四五六七'), say(story, '七上八下')]).toEqual(
      Array(3).fill('accepted'),
    );
  });

  it('a character that sounds like the expected one is accepted', () => {
    const story = begun({ match_policy: 'same_sound' });
    expect(say(story, '一路顺风')).toBe('accepted');
    expect(say(story, '丰衣足食')).toBe('accepted');
    expect(say(story, '马到成功')).toBe('wrong_start');
    expect(explanation(story)).toBe('“马到成功” starts with 马, which does not sound like 食.');
    const strict = begun();
    say(strict, '一路顺风');
    expect(say(strict, '丰衣足食')).toBe('wrong_start');
  });

  it('an idiom that the dictionary lacks is ruled out', () => {
    const story = begun({ dictionary: true });
    expect(say(story, '无中生有')).toBe('not_in_dictionary');
    expect(explanation(story)).toBe('“无中生有” is not in the dictionary.');
    expect(say(begun(), '无中生有')).toBe('accepted');
    expect(say(story, '一心一意')).toBe('accepted');
  });

  it('only deciding facts are requested, and all are needed', () => {
    const story = begun({ match_policy: 'same_sound', dictionary: true });
    const { mode, rules } = story;
    const asked = (agentId: string, text: string, known = {}) => {
      const input = message(agentId, `${story.state.turn_id}_0001`, { content: { text } });
      const context = { ...getContext(0, agentId), facts: known };
      const verdict = mode.apply(story.state, input, rules, context).verdict;
      return [mode.facts(story.state, { input }, rules, context), verdict.reason ?? verdict.outcome];
    };
    expect(asked('bo', '一路顺风')).toEqual([[], 'not_your_turn']);
    expect(asked('ada', '一路')).toEqual([[], 'not_an_idiom']);
    expect(asked('ada', '一路顺风')).toEqual([[{ fact: 'dictionary', text: '一路顺风' }], 'fact_missing']);
    say(story, '一路顺风');
    const sound = { fact: 'same_sound', first: '风', second: '丰' };
    expect(asked('bo', '丰衣足食')).toEqual([[sound], 'fact_missing']);
    expect(asked('bo', '丰衣足食', { same_sound: { same: false } })).toEqual([[], 'wrong_start']);
    const word = { fact: 'dictionary', text: '丰衣足食' };
    expect(asked('bo', '丰衣足食', { same_sound: { same: true } })).toEqual([[word], 'fact_missing']);
    expect(asked('bo', '风和日丽')).toEqual([[{ fact: 'dictionary', text: '风和日丽' }], 'fact_missing']);
  });
});
