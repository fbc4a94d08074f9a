import { expect, it } from 'vitest';
import { type CheckContext, type DoctorCheck, ok, warning } from './checks/check.ts';
import { examineHome } from './run-checks.ts';

/** Reduced to the fields that redaction reads. */
const context = {
  settings: {
    databaseUrl: 'postgres://home:p%40ssword@127.0.0.1/home',
    queueUrl: 'redis://:queue-word@127.0.0.1',
    platformKey: { accessKeyId: 'LTAI', accessKeySecret: 'access-key-secret' },
    eventTokens: ['event-token'],
    mail: { url: 'smtp://home:mail%40word@mail.example', from: 'home@home.example' },
  },
} as CheckContext;

const statuses = async (...checks: DoctorCheck[]) =>
  (await examineHome(checks, context, () => undefined)).map(({ finding }) => finding);

it('never prints a secret of a check or driver', async () => {
  const said = 'p@ssword p%40ssword queue-word access-key-secret event-token mail@word mail%40word';
  const findings = await statuses(
    { name: 'throws', run: () => Promise.reject(new Error(said)) },
    { name: 'warns', run: async () => warning(said, said) },
  );
  const shown = JSON.stringify(findings);
  for (const secret of said.split(' ')) expect(shown).not.toContain(secret);
  expect(findings[0]).toMatchObject({ status: 'failed', seen: expect.stringContaining('[secret]') });
});

it('ends a silent check and continues', async () => {
  const findings = await statuses(
    { name: 'hangs', timeoutMs: 20, run: () => new Promise(() => undefined) },
    { name: 'next', run: async () => ok('well') },
  );
  expect(findings).toMatchObject([
    { status: 'failed', seen: expect.stringContaining('no response') },
    ok('well'),
  ]);
});
