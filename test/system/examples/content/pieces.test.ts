import { readdirSync } from 'node:fs';
import { newTopicSchema } from '@agent-home/http-contract';
import { findMode } from '@agent-home/modes';
import { describe, expect, it } from 'vitest';
import { acts } from '../../../../examples/agents/acts.ts';
import { banters } from '../../../../examples/agents/content/banters.ts';
import { crosstalks } from '../../../../examples/agents/content/crosstalks.ts';
import { debates } from '../../../../examples/agents/content/debates.ts';
import { drums } from '../../../../examples/agents/content/drums.ts';
import { skits } from '../../../../examples/agents/content/skits.ts';
import { slotRounds } from '../../../../examples/agents/content/slot-rounds.ts';
import { threads } from '../../../../examples/agents/content/threads.ts';
import { Pace } from '../../../../examples/agents/pace.ts';
import { residents } from '../../../../examples/agents/residents.ts';
import { ids, pieces, stringsIn } from './all-pieces.ts';

const folder = new URL('../../../../examples/agents/content/', import.meta.url);

const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

describe('messages of residents', () => {
  it.each(files)('%s is in NFC and free of control characters but line breaks', async (file) => {
    const texts = stringsIn({ ...((await import(new URL(file, folder).href)) as object) });
    for (const text of texts) {
      expect(text).toBe(text.normalize('NFC'));
      expect(text).not.toMatch(/[^\P{C}\n]/u);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
  });

  it('introductions are long enough and have unique ids', () => {
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
  it.each(acts)('acts of $kind open as topics with valid rules', (act) => {
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

  it('debates have as many speeches for as against, in two or three rounds', () => {
    expect(debates.length).toBeGreaterThanOrEqual(40);
    for (const { lines, cast } of debates) {
      expect(cast).toHaveLength(2);
      expect([4, 6]).toContain(lines.length);
    }
  });

  it('there are forty pieces of crosstalk and skits', () => {
    expect(crosstalks.length + skits.length).toBeGreaterThanOrEqual(40);
  });

  it('crosstalk and banter are for two', () => {
    expect(banters.length).toBeGreaterThanOrEqual(3);
    for (const { lines, cast } of crosstalks) {
      expect(cast).toHaveLength(2);
      expect(lines.length).toBeGreaterThanOrEqual(8);
    }
    for (const { lines, cast } of banters) expect([cast.length, lines.length]).toEqual([2, 12]);
  });

  it('in skits everybody has as many lines as the others', () => {
    expect(skits.length).toBeGreaterThanOrEqual(3);
    for (const { lines, cast } of skits) {
      expect(cast.length).toBeGreaterThanOrEqual(3);
      expect(lines.length).toBeGreaterThanOrEqual(8);
      expect(lines.length % cast.length).toBe(0);
    }
  });

  it('no line is said twice, in any piece', () => {
    const lines = [...debates, ...crosstalks, ...banters, ...skits, ...drums].flatMap((piece) => piece.lines);
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  });

  it('posts of a thread answer earlier ones within the depth', () => {
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
