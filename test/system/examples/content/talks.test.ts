import { expect, it } from 'vitest';
import { talks, talksIn } from '../../../../examples/agents/content/talks.ts';
import { Pace } from '../../../../examples/agents/pace.ts';
import { lineAfter, lineIn, type SpokenLine } from '../../../../examples/agents/performers/next-line.ts';
import { residents } from '../../../../examples/agents/residents.ts';

const { millisecondsOf } = new Pace();
const dayMs = 86_400_000;
const places = ['commons', 'round-table'] as const;

it('no message of the talks returns within a day', () => {
  for (const place of places) planTalks(place);
});

function planTalks(place: (typeof places)[number]): void {
  const script = talksIn(place);
  const spoken = new Map<string, number>();
  let last: SpokenLine | undefined;
  for (let now = 1_000 * dayMs; now < 1_003 * dayMs; now += 8_000) {
    const next = lineAfter(script, last, millisecondsOf);
    if (!next) throw new Error(`${place} has no talks`);
    expect(next.dueAt - now).toBeLessThan(3_600_000);
    now = Math.max(now, next.dueAt);
    const sinceLast = now - (spoken.get(next.text) ?? 0);
    expect({ text: next.text, isEarly: sinceLast < dayMs }).toEqual({ text: next.text, isEarly: false });
    spoken.set(next.text, now);
    const { talk, line } = next;
    const message = {
      agentId: next.by,
      acceptedAt: new Date(now).toISOString(),
      meta: { talk, line },
    };
    last = lineIn(message, script);
    expect(last).toEqual({ talk, line, spokenAt: now });
  }
  expect(spoken.size).toBe(script.flatMap(({ lines }) => lines).length);
}

it.each([{}, { talk: -1, line: 0 }, { talk: 0, line: 99 }, { talk: 0, line: 0 }, { talk: '0', line: 0 }])(
  'a visitor speaks no line of a talk by writing %j',
  (meta) => {
    const message = { agentId: 'mallory', acceptedAt: '2026-11-27T00:00:00Z', meta: meta };
    expect(lineIn(message, talksIn('commons'))).toBeUndefined();
  },
);

it('residents address one another by name, never by id', () => {
  const ids = residents.map(({ agentId }) => agentId);
  for (const { by, text } of talks.flatMap(({ lines }) => lines)) {
    expect(ids).toContain(by);
    expect(text).not.toMatch(
      new RegExp(`\\b(${ids.filter((id) => id !== 'moss' && id !== 'pike').join('|')})\\b`),
    );
  }
});
