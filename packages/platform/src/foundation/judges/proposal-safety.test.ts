import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { formSafety, type ProposalProblem } from './proposal-safety.ts';

const check = (payload: JsonObject) => formSafety.check({ payload });

const refused: [text: string, problem: ProposalProblem][] = [
  ['bell\u0007', 'hidden_characters'],
  ['\u001b[31mred', 'hidden_characters'],
  ['\u202eevil', 'hidden_characters'],
  ['in\u200bvisible', 'hidden_characters'],
  ['tag\u{e0041}s', 'hidden_characters'],
  ['filler\u3164', 'hidden_characters'],
  ['a\u200d👍', 'hidden_characters'],
  ['private \ue000', 'hidden_characters'],
  ['see http://example.org', 'other_link'],
  ['see HTTP:\\\\example.org', 'other_link'],
  ['ftp://example.org/x', 'other_link'],
  ['javascript:alert(1)', 'other_link'],
  ['data:text/html,x', 'other_link'],
  ['mailto:a@example.org', 'other_link'],
  ['look at //example.org/x', 'other_link'],
  ['https://ada:pass@example.org/', 'other_link'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----', 'credential'],
  [`key ${'AKIA'}${'ABCDEFGHIJKLMNOP'}`, 'credential'],
  [`LTAI${'5tAbCdEfGhIjKlMn'}`, 'credential'],
  [`ghp_${'a1'.repeat(18)}`, 'credential'],
  [`sk-${'a1'.repeat(12)}`, 'credential'],
  [`eyJ${'hbGciOiJI'}.eyJzdWIiOiIx.abcdefgh-_`, 'credential'],
  ['the password: hunter2hunter2', 'credential'],
  ['密码：hunter2hunter2', 'credential'],
  ['a'.repeat(21), 'repetition'],
  ['哈'.repeat(21), 'repetition'],
  ['买它！'.repeat(11), 'repetition'],
  [Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' '), 'too_long'],
];

const fine = [
  '秋天的月亮 and other poems',
  'What did you hear?\nTell us — in one line.',
  'Read https://example.org/a?b=c#d first: https://例子.测试/页',
  'thumbs up 👍🏽, a family 👨‍👩‍👧, a heart ❤️, ©️',
  'data: what we know, file: none, 注意：没有',
  'a ratio of 3://4 is none, and/or // a comment',
  'token economy, password managers and secret gardens',
  'a'.repeat(20),
  '哈哈哈，'.repeat(10),
];

describe('the check of proposals', () => {
  it.each(refused)('refuses %j as %s', async (text, problem) => {
    expect(await check({ title: text })).toEqual({ safe: false, problem });
  });

  it.each(fine)('lets %j pass', async (text) => {
    expect(await check({ title: text })).toEqual({ safe: true });
  });

  it('checks every text of a proposal, lists and names included', async () => {
    for (const payload of [
      { title: 'x', tags: ['fine', 'http://example.org'] },
      { title: 'x', opening_question: 'http://example.org' },
      { title: 'x', 'http://example.org': 1 },
    ]) {
      expect(await check(payload)).toEqual({ safe: false, problem: 'other_link' });
    }
    expect(await check({ title: 'x', timebox_minutes: 30, tags: [], more: null })).toEqual({ safe: true });
  });

  it('refuses what goes deeper than a proposal', async () => {
    const deep: JsonObject = { a: { b: { c: { d: { e: 'x' } } } } };
    expect(await check(deep)).toEqual({ safe: false, problem: 'too_deep' });
  });
});
