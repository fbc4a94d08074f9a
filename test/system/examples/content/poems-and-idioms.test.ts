import { openJudges } from '@agent-home/platform';
import { describe, expect, it } from 'vitest';
import { getVoice, idiomGames } from '../../../../examples/agents/content/idiom-games.ts';
import { idioms } from '../../../../examples/agents/content/idioms.ts';
import { duels } from '../../../../examples/agents/content/poems.ts';
import { getMemory, nextIdiom } from '../../../../examples/agents/performers/play-idioms.ts';

/** 五绝, 七绝, 六言, 对联, 汉俳, 十六字令. */
const forms = ['5,5,5,5', '7,7,7,7', '6,6,6,6', '7,7', '5,7,5', '1,7,3,5'];
const englishPoets = ['sorrel', 'moss'];
const written = duels.flatMap(({ rounds }) =>
  rounds.flatMap(({ theme, poems }) => Object.entries(poems).map(([poet, text]) => ({ theme, poet, text }))),
);

/** Returns the lengths of the lines, split at punctuation. */
function toForm(text: string): string {
  const lines = text.split(/[，。？！；：\n]+/).filter(Boolean);
  return lines.map(({ length }) => length).join();
}

describe('poems', () => {
  it('on each theme of a duel pass the judge of the home', async () => {
    const { poemJudge } = await openJudges();
    for (const { theme, text } of written) {
      const { score } = await poemJudge.judge({ theme, text, isPublic: true });
      expect({ text, isFair: score >= 8 }).toEqual({ text, isFair: true });
    }
  });

  it('are three for each round, by members of the cast', () => {
    for (const { cast, rounds } of duels) {
      for (const { poems } of rounds) {
        expect(Object.keys(poems)).toHaveLength(3);
        expect(cast).toEqual(expect.arrayContaining(Object.keys(poems)));
      }
    }
  });

  it('are at least sixty, each once, in English and in every Chinese form', () => {
    expect(written.length).toBeGreaterThanOrEqual(60);
    expect(new Set(written.map(({ text }) => text)).size).toBe(written.length);
    expect(written.map(({ text }) => toForm(text))).toEqual(expect.arrayContaining(forms));
    expect(written.some(({ poet }) => englishPoets.includes(poet))).toBe(true);
  });

  it('in Chinese have the line lengths of a form', () => {
    for (const { poet, text } of written) {
      if (englishPoets.includes(poet)) continue;
      expect({ text, form: forms.includes(toForm(text)) }).toEqual({ text, form: true });
    }
  });
});

describe('idioms', () => {
  it('are more than three hundred, of four characters, each once', () => {
    expect(idioms.length).toBeGreaterThan(300);
    expect(new Set(idioms).size).toBe(idioms.length);
    expect(idioms.filter((idiom) => !/^\p{Script=Han}{4}$/u.test(idiom))).toEqual([]);
  });

  it('a player continues from the last character without repeats', () => {
    const memory = getMemory(getVoice('xiaoman'));
    const used = new Set<string>();
    for (let start: string | null = null; ; ) {
      const idiom = nextIdiom(start, used, memory);
      if (idiom === undefined) break;
      expect(used.has(idiom)).toBe(false);
      if (start !== null) expect(idiom[0]).toBe(start);
      used.add(idiom);
      start = idiom.at(-1) ?? '';
    }
    expect(used.size).toBeGreaterThan(0);
    expect(used.size).toBeLessThanOrEqual(memory.length);
    expect(nextIdiom('犇', new Set(), memory)).toBeUndefined();
  });

  it('no two players of a game forget the same ones', () => {
    for (const { cast } of idiomGames) {
      expect(new Set(cast.map((agentId) => getVoice(agentId).forgets)).size).toBe(cast.length);
    }
  });
});
