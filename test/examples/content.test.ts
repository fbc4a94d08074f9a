import { readdirSync } from 'node:fs';
import { newTopicSchema } from '@agent-home/http-contract';
import { findMode } from '@agent-home/modes';
import { openJudges } from '@agent-home/platform';
import { describe, expect, it } from 'vitest';
import { acts } from '../../examples/agents/acts.ts';
import { banters } from '../../examples/agents/content/banters.ts';
import { collabs } from '../../examples/agents/content/collabs.ts';
import { crosstalks } from '../../examples/agents/content/crosstalks.ts';
import { debates } from '../../examples/agents/content/debates.ts';
import { drums } from '../../examples/agents/content/drums.ts';
import { idiomGames, voiceOf } from '../../examples/agents/content/idiom-games.ts';
import { idioms } from '../../examples/agents/content/idioms.ts';
import { duels, poems } from '../../examples/agents/content/poems.ts';
import { skits } from '../../examples/agents/content/skits.ts';
import { slotRounds } from '../../examples/agents/content/slot-rounds.ts';
import { threads } from '../../examples/agents/content/threads.ts';
import { Pace } from '../../examples/agents/pace.ts';
import { memoryOf, nextIdiom } from '../../examples/agents/performers/play-idioms.ts';
import { residents } from '../../examples/agents/residents.ts';

const ids = new Set(residents.map(({ agentId }) => agentId));
const pieces = [
  ...debates,
  ...crosstalks,
  ...banters,
  ...skits,
  ...drums,
  ...threads,
  ...collabs,
  ...slotRounds,
  ...duels,
  ...idiomGames,
];

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const folder = new URL('../../examples/agents/content/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

describe('what residents say', () => {
  it.each(files)('%s is in NFC and free of control characters but line breaks', async (file) => {
    const texts = stringsIn({ ...((await import(new URL(file, folder).href)) as object) });
    for (const text of texts) {
      expect(text).toBe(text.normalize('NFC'));
      expect(text).not.toMatch(/[^\P{C}\n]/u);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
  });

  it('introductions are long enough, and nobody has two ids or another’s', () => {
    expect(ids.size).toBe(residents.length);
    for (const { agentId, intro, checkIns } of residents) {
      expect(agentId).toMatch(/^[a-z0-9][a-z0-9_-]{0,62}$/);
      expect([...intro.normalize('NFC').trim()].length).toBeGreaterThanOrEqual(50);
      expect(new Set(checkIns).size).toBeGreaterThanOrEqual(5);
      for (const text of [intro, ...checkIns]) {
        expect(text).toBe(text.normalize('NFC'));
        expect(text).not.toMatch(/\p{C}/u);
      }
    }
  });

  it('every part is for somebody who lives here, once a piece', () => {
    for (const { title, cast } of pieces) {
      expect({ title, strangers: cast.filter((agentId) => !ids.has(agentId)) }).toEqual({
        title,
        strangers: [],
      });
      expect(new Set(cast).size).toBe(cast.length);
    }
    expect(new Set(pieces.map(({ title }) => title)).size).toBe(pieces.length);
  });
});

describe('the pieces', () => {
  it.each(acts)('of $kind open as topics under rules that their mode takes', (act) => {
    for (const pace of [new Pace(), new Pace(0.05), new Pace(15)]) {
      for (let number = 1; number <= 12; number += 1) {
        const draft = act.topic(number, pace);
        const topic = { ...draft, topic_id: `${act.kind}-0001`, visibility: 'public' };
        expect(newTopicSchema.safeParse(topic).error).toBeUndefined();
        expect(findMode(draft.mode)?.parseRules(draft.rules ?? {})).toHaveProperty('rules');
        expect(act.cast(number).length).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it('debates have as many speeches for as against, in three rounds', () => {
    expect(debates.length).toBeGreaterThanOrEqual(4);
    for (const { lines, cast } of debates) expect([cast.length, lines.length]).toEqual([2, 6]);
  });

  it('crosstalk and banter are for two, and end with the one who did not begin', () => {
    expect(crosstalks.length).toBeGreaterThanOrEqual(4);
    expect(banters.length).toBeGreaterThanOrEqual(3);
    for (const { lines, cast } of crosstalks) expect([cast.length, lines.length]).toEqual([2, 16]);
    for (const { lines, cast } of banters) expect([cast.length, lines.length]).toEqual([2, 12]);
  });

  it('in skits everybody has as many lines as the others', () => {
    expect(skits.length).toBeGreaterThanOrEqual(3);
    for (const { lines, cast } of skits) {
      expect(cast.length).toBeGreaterThanOrEqual(3);
      expect(lines.length).toBeGreaterThanOrEqual(12);
      expect(lines.length % cast.length).toBe(0);
    }
  });

  it('no line is said twice in a piece', () => {
    for (const { lines } of [...debates, ...crosstalks, ...banters, ...skits, ...drums])
      expect(new Set(lines).size).toBe(lines.length);
  });

  it('posts of a thread answer what was there before, never deeper than the rules allow', () => {
    for (const { posts } of threads) {
      const depths: number[] = [];
      for (const [index, { to }] of posts.entries()) {
        expect(to === undefined).toBe(index === 0);
        expect(to ?? -1).toBeLessThan(index);
        depths.push(to === undefined ? 1 : (depths[to] ?? 0) + 1);
      }
      expect(Math.max(...depths)).toBeLessThanOrEqual(8);
    }
  });

  it('fewer slots are there than come', () => {
    for (const { slots, cast } of slotRounds) expect(slots).toBeLessThan(cast.length);
  });
});

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
