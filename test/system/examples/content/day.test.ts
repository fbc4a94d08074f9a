import { expect, it } from 'vitest';
import { acts } from '../../../../examples/agents/acts.ts';
import { talksIn } from '../../../../examples/agents/content/talks.ts';
import { lineAfter, type SpokenLine } from '../../../../examples/agents/performers/next-line.ts';
import { residents } from '../../../../examples/agents/residents.ts';
import { dayMs, pace, simulate } from './simulated-show.ts';

const hourMs = 3_600_000;
const periodMs = 6 * hourMs;
/** Limits that docs/operations.md states for a day. */
const topicsPerDay = 400;
const talkLinesPerDay = 200;

interface Spoken {
  by: string;
  text: string;
  at: number;
}

/** Returns the messages of a day's talks, from a fresh home on. */
function talkOfADay(place: 'commons' | 'round-table', start: number): Spoken[] {
  const spoken: Spoken[] = [];
  let last: SpokenLine | undefined;
  for (let now = start; ; now += 8_000) {
    const next = lineAfter(talksIn(place), last, pace.millisecondsOf);
    if (!next) throw new Error(`${place} has no talks`);
    now = Math.max(now, next.dueAt);
    if (now > start + dayMs) return spoken;
    spoken.push({ by: next.by, text: next.text, at: now });
    last = { talk: next.talk, line: next.line, spokenAt: now };
  }
}

it('a day repeats no title and no conversation', () => {
  const start = 1_000 * dayMs;
  const shows = simulate(1);
  const titles = shows.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.length).toBeLessThanOrEqual(topicsPerDay);
  const lines = [...talkOfADay('commons', start), ...talkOfADay('round-table', start)];
  const texts = lines.map(({ text }) => text);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  expect(texts.length).toBeLessThanOrEqual(talkLinesPerDay);
  const ids = residents.map(({ agentId }) => agentId).sort();
  for (let from = start; from < start + dayMs; from += periodMs) {
    const isNow = ({ at }: { at: number }) => at >= from && at < from + periodMs;
    const casts = shows.filter(isNow).flatMap(({ kind, number }) => getCast(kind, number));
    const speakers = new Set([...casts, ...lines.filter(isNow).map(({ by }) => by)]);
    expect([...speakers].sort()).toEqual(ids);
  }
});

function getCast(kind: string, number: number): readonly string[] {
  return acts.find((act) => act.kind === kind)?.cast(number) ?? [];
}
