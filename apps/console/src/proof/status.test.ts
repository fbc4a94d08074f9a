import { expect, it } from 'vitest';
import { summarize } from './status.ts';
import type { Check, CheckName, Checks } from './types.ts';

const holds: Check = { state: 'holds' };
const all: Checks = { form: holds, certificate: holds, chain: holds, replay: holds, author: holds };
const checks = (changed: Partial<Record<CheckName, Check>>): Checks => ({ ...all, ...changed });

const cases: [what: string, checks: Checks | undefined, summary: ReturnType<typeof summarize>][] = [
  ['nothing known', undefined, { status: 'checking' }],
  ['all hold', all, { status: 'verified' }],
  ['one is still to come', checks({ certificate: { state: 'waiting' } }), { status: 'checking' }],
  ['the platform’s own entry', checks({ author: { state: 'not_needed' } }), { status: 'verified' }],
  [
    'one failed while another is still to come',
    checks({ chain: { state: 'fails', code: 'broken_chain' }, author: { state: 'waiting' } }),
    { status: 'failed', check: 'chain', code: 'broken_chain' },
  ],
  [
    'one cannot be made',
    checks({ replay: { state: 'not_possible', code: 'erased' } }),
    { status: 'partly', check: 'replay', code: 'erased' },
  ],
  [
    'one failed and one cannot be made',
    checks({ certificate: { state: 'not_possible' }, author: { state: 'fails', code: 'foreign_key' } }),
    { status: 'failed', check: 'author', code: 'foreign_key' },
  ],
];

it.each(cases)('the badge of an entry of which %s', (_what, given, summary) => {
  expect(summarize(given)).toEqual(summary);
});
