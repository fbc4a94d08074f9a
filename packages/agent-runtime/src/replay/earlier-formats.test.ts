import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { playRun } from '../testing/play-run.ts';
import { replayLog } from './replay-log.ts';

interface Recorded {
  title: string;
  lines: string[];
  values: Record<string, string>;
}

/** Logs as the release before format 3 wrote them. */
const recorded = readFileSync(new URL('../../recorded/format-2.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

describe('logs of earlier formats', () => {
  test.each(recorded.map((one) => [one.title, one] as const))(
    'replays %s of format 2',
    (_, { lines, values }) => {
      const replayed = replayLog(lines, (sha256) => values[sha256]);
      expect([replayed.records.length, replayed.missing]).toEqual([lines.length, []]);
    },
  );

  test('logs of earlier formats replay with the texts of their time', () => {
    const read = (format: 1 | 2 | 3) => {
      const answers = [{ calls: [{ name: 'qqq' }] }, { content: 'Done.' }];
      const { state } = playRun({ started: { format }, answers });
      return state.transcript.find(({ role }) => role === 'tool')?.content;
    };
    const earlier = 'Error [unknown_tool]: There is no tool "qqq".';
    const current = `${earlier} Call one of the tools that you were given.`;
    expect([read(1), read(2), read(3)]).toEqual([earlier, earlier, current]);
  });
});
