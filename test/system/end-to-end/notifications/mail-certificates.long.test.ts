import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../../../support/mail-server.ts';
import { openTestAuthority } from '../../../support/test-certificates.ts';

/** Not one of the names of this machine, although it is on loopback. */
const host = '127.0.0.2';
const program = fileURLToPath(new URL('../../../support/mail-process.ts', import.meta.url));

async function startServer(options: Parameters<typeof startMailServer>[0]) {
  const logins: string[] = [];
  const server = await startMailServer({
    host,
    onAuth({ username }, _, done) {
      logins.push(String(username));
      done(null, { user: 'home' });
    },
    ...options,
  });
  onTestFinished(() => server.close());
  return { ...server, logins };
}

test('sends over TLS to a server whose certificate is for its name', { timeout: 120_000 }, async () => {
  const authority = await openTestAuthority();
  onTestFinished(() => authority.close());
  const [right, wrong] = [await authority.issue(`IP:${host}`), await authority.issue('DNS:mail.example')];
  const accepted = [await startServer(right), await startServer({ ...right, secure: true })];
  const refused = [await startServer(wrong), await startServer({ ...wrong, secure: true })];
  const send = async (environment: object) => {
    const words = ['--import', 'tsx', program, ...[...accepted, ...refused].map(({ url }) => url)];
    const env = { PATH: process.env.PATH, ...environment };
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return JSON.parse(stdout);
  };
  expect(await send({})).toEqual(Array(4).fill('tls_refused'));
  expect(accepted.flatMap(({ logins }) => logins)).toEqual([]);
  expect(await send({ NODE_EXTRA_CA_CERTS: authority.file })).toEqual([
    ...['sent', 'sent'],
    ...['tls_refused', 'tls_refused'],
  ]);
  expect(accepted.map(({ received, logins }) => [received.length, logins])).toEqual([
    [1, ['home']],
    [1, ['home']],
  ]);
  expect(refused.map(({ received, logins }) => [received.length, logins])).toEqual([
    [0, []],
    [0, []],
  ]);
});
