import { describe, expect, it } from 'vitest';
import { goldenSession, goldens } from '../../proof/testing/golden-home.ts';
import { getStrip } from './strip.ts';

/** Returns all words that the strip of a mode needs. */
function toWords({ seats, steps, count, until }: ReturnType<typeof getStrip>): string[] {
  const labels = seats.flatMap(({ label, note }) => [
    ...(label && 'words' in label ? [label.words] : []),
    ...(note ? [note.words] : []),
  ]);
  return [
    ...labels,
    ...(steps?.words ?? []),
    ...(count ? [count.label] : []),
    ...(until ? [until.label] : []),
  ];
}

const { texts } = await import('../../i18n/en/index.ts');

function hasWords(key: string): boolean {
  let at: unknown = texts.topic;
  for (const name of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
  return typeof at === 'string';
}

describe('the strip of a topic', () => {
  it.each(goldens.map((golden) => [golden.mode, golden] as const))(
    'seats all agents of %s with labels',
    async (_mode, golden) => {
      const page = goldenSession(golden);
      await page.refresh();
      for (let sequence = 1; sequence <= golden.entries.length; sequence += 3) {
        page.session.standing({ type: 'standing', id: sequence, sequence });
        const told = page.told.at(-1);
        if (told?.type !== 'answer' || !told.standing) throw new Error('no standing');
        const strip = getStrip(told.standing, []);
        expect(toWords(strip).filter((key) => !hasWords(key))).toEqual([]);
        const speaker = told.standing.turn?.agent_id;
        if (speaker !== undefined) expect(strip.seats.map(({ agentId }) => agentId)).toContain(speaker);
        expect(strip.next).not.toContain(speaker);
      }
    },
  );

  it('the strip shows participants where no seats exist', () => {
    const standing = { sequence: 1, mode: 'waltz', rules: {}, state: {} };
    expect(getStrip(standing, ['ada', 'bo']).seats.map(({ agentId }) => agentId)).toEqual(['ada', 'bo']);
  });
});
