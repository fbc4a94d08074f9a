import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { messageDocument } from '../../testing/alphabet/inputs.ts';
import { begun, say } from './testing/story.ts';

describe('idiom_chain', () => {
  it('an ended game of idioms accepts and grants nothing', () => {
    const story = begun();
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin' });
    const refused = [story.join('dot'), story.message('ada', 'turn_000001_0001'), story.leave('ada')];
    expect([...refused, story.deadline(), story.close(), story.remove('ada')]).toEqual(
      Array(6).fill('topic_closed'),
    );
    expect([story.may('ada'), story.mayRequest('ada')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('the chain of idioms holds for all texts', () => {
    const character = fc.constantFrom('风', '意', '\u{20000}', '\u{fa10}', '塚', 'a', '，');
    const text = fc.string({ unit: character, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
        const story = begun({ max_strikes: 20, max_chain_length: 200 });
        for (const each of texts) if (story.state.status === 'open') say(story, each);
        const used = story.state.used_idioms as string[];
        expect(new Set(used).size).toBe(used.length);
        expect(story.state.chain_length).toBe(used.length);
        used.forEach((idiom, index) => {
          expect(Array.from(idiom)).toHaveLength(4);
          expect(idiom).toMatch(/^\p{Script=Han}+$/u);
          if (index > 0) expect(Array.from(idiom)[0]).toBe(Array.from(used[index - 1] ?? '').at(-1));
        });
        expect(story.mode.parseState(story.state)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('a malformed message breaks nothing in a game of idioms', () => {
    for (const fields of [
      { content: null },
      { content: { text: 5 } },
      { content: [] },
      { meta: 'idiom' },
      { meta: null },
    ]) {
      const story = begun();
      const document = { ...messageDocument('ada', 'turn_000001_0001'), ...fields } as never;
      const input = {
        type: 'message',
        agent_id: 'ada',
        message_id: 'turn_000001_0001',
        message: document,
      } as const;
      expect([fields, story.put(input)]).toEqual([fields, 'not_an_idiom']);
    }
  });

  it('rules of idioms are written out, and bad ones refused', () => {
    const mode = findMode('idiom_chain', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: {
        cast_max: 6,
        turn_ttl_seconds: 60,
        max_chain_length: 50,
        match_policy: 'last_char_to_first_char',
        idiom_length: { min: 4, max: 4 },
        dictionary: false,
        max_strikes: 2,
        join_seconds: 600,
      },
    });
    for (const [rules, path] of [
      [{ cast_max: 1 }, 'rules.cast_max'],
      [{ max_chain_length: 201 }, 'rules.max_chain_length'],
      [{ match_policy: 'any' }, 'rules.match_policy'],
      [{ idiom_length: { min: 2 } }, 'rules.idiom_length.min'],
      [{ idiom_length: { max: 13 } }, 'rules.idiom_length.max'],
      [{ idiom_length: { min: 5 } }, 'rules.idiom_length'],
      [{ idiom_length: 4 }, 'rules.idiom_length'],
      [{ dictionary: 'yes' }, 'rules.dictionary'],
      [{ max_strikes: 0 }, 'rules.max_strikes'],
      [{ theme: 'x' }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
