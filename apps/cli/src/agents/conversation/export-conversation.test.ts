import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { toMarkdown } from './export-conversation.ts';

const record = (type: string, data: object) =>
  ({ type, time: '2026-05-01T08:00:00.000Z', data }) as unknown as RunRecord;
const started = record('run.started', { agent: 'ada', title: 'Ada' });
const asks = (text: string, origin = 'user') => record('kairo.user.message', { text, origin });
const ends = (answer: string, more = {}) => record('run.ended', { status: 'answered', answer, ...more });

test('an export names the agent that answered and every call', () => {
  const text = toMarkdown('terminal-1', [
    [
      started,
      asks('go'),
      record('kairo.tool.invoke', { name: 'read_file' }),
      record('run.leg_started', { leg: 1, pinned: { agent: 'bob', title: '*Bob*\n# x' } }),
      record('run.leg_ended', { agent: 'bob' }),
      ends('done'),
    ],
    [started, asks('stop'), ends('', { status: 'cancelled', code: 'cancelled' })],
    [started, asks('Summarize', 'compaction'), ends('a summary')],
  ]);
  expect(text).toBe(
    [
      '# Conversation terminal-1',
      '## You, 2026-05-01T08:00:00',
      '```\ngo\n```',
      '- called read\\_file',
      '## \\*Bob\\* \\# x',
      '> done',
      '## You, 2026-05-01T08:00:00',
      '```\nstop\n```',
      '## Ada (cancelled: cancelled)',
      '## Summary requested',
      '## Ada',
      '> a summary\n',
    ].join('\n\n'),
  );
});

test('no text of an agent stands outside of its quote', () => {
  const answer = 'one\n## You, 2026\n```\nopen\r\n\n<script>\u001b[31m\u202e\r# x\u2028# y';
  const text = toMarkdown('terminal-1', [[started, asks('go'), ends(answer)]]);
  const [, after = ''] = text.split('## Ada\n\n');
  expect(
    after
      .trimEnd()
      .split('\n')
      .every((line) => line.startsWith('>')),
  ).toBe(true);
  for (const hidden of ['\u001b', '\u202e', '\u2028', '\r']) expect(text).not.toContain(hidden);
  expect(text).toContain('‹U+202E›');
});
