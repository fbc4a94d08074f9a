import { expect, test } from 'vitest';
import type { Check, Checks } from '../../proof/types.ts';
import { proveCommitment } from './message-commitment.ts';

const run = { runId: 'run_1', seq: 3, head: 'a'.repeat(64) };
const entry = { agentId: 'ada', run, outcome: 'accepted' as const };
const holds: Check = { state: 'holds' };
const all: Checks = { form: holds, certificate: holds, chain: holds, replay: holds, author: holds };

test('a commitment without a valid signature proves nothing', () => {
  const code = (checks: Partial<Checks>, changed: object = {}) => {
    const proof = proveCommitment({ ...entry, ...changed }, { ...all, ...checks });
    return proof?.state === 'unproven' ? proof.code : proof?.state;
  };
  const fails: Check = { state: 'fails' };
  expect({
    signed: code({}),
    rejected: code({}, { outcome: 'rejected' }),
    unsigned: code({ author: { state: 'not_possible', code: 'unsigned' } }),
    foreign: code({ author: fails }),
    uncertified: code({ certificate: fails }),
    unchained: code({ chain: fails }),
    malformed: code({ form: fails }),
    pending: code({ author: { state: 'waiting' } }),
    'uncertified yet': code({ certificate: { state: 'waiting' } }),
    'without run': code({}, { run: undefined }),
  }).toEqual({
    signed: 'signed',
    rejected: 'message_rejected',
    unsigned: 'message_not_signed',
    foreign: 'message_not_signed',
    uncertified: 'message_not_certified',
    unchained: 'message_not_certified',
    malformed: 'message_not_certified',
    pending: 'checking',
    'uncertified yet': 'checking',
    'without run': undefined,
  });
  expect(proveCommitment(entry, undefined)).toEqual({ state: 'checking' });
});
