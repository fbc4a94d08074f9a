import { openJudges } from '@agent-home/platform';
import { describe, expect, it } from 'vitest';
import { idiomGames, voiceOf } from '../../../../examples/agents/content/idiom-games.ts';
import { idioms } from '../../../../examples/agents/content/idioms.ts';
import { duels, poems } from '../../../../examples/agents/content/poems.ts';
import { memoryOf, nextIdiom } from '../../../../examples/agents/performers/play-idioms.ts';

describe('poems', () => {
  it('every poet has two on every theme of a duel, and the home’s judge finds nothing wrong with their form', async () => {
    const { poemJudge } = await openJudges();
    for (const theme of duels.flatMap(({ themes }) => themes)) {
      for (const poet of ['dengxin', 'laojiang', 'sorrel']) {
        const own = poems[theme]?.[poet] ?? [];
        expect(own.length).toBeGreaterThanOrEqual(2);
        for (const text of own) {
          const { score } = await poemJudge.judge({ theme, text });
          expect({ text, isFair: score >= 8 }).toEqual({ text, isFair: true });
        }
      }
    }
  });

  it('Chinese ones have four lines of five or of seven characters', () => {
    for (const { dengxin = [], laojiang = [] } of Object.values(poems)) {
      for (const text of [...dengxin, ...laojiang]) {
        const lengths = text
          .split(/[，。\n]+/)
          .filter(Boolean)
          .map((line) => line.length);
        expect([[5, 5, 5, 5].join(), [7, 7, 7, 7].join()]).toContain(lengths.join());
      }
    }
  });
});

describe('idioms', () => {
  it('are more than three hundred, of four characters, each once', () => {
    expect(idioms.length).toBeGreaterThan(300);
    expect(new Set(idioms).size).toBe(idioms.length);
    expect(idioms.filter((idiom) => !/^\p{Script=Han}{4}$/u.test(idiom))).toEqual([]);
  });

  it('a player goes on from the last character, repeats nothing and knows when it knows nothing', () => {
    const memory = memoryOf(voiceOf('xiaoman'));
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
      expect(new Set(cast.map((agentId) => voiceOf(agentId).forgets)).size).toBe(cast.length);
    }
  });
});
