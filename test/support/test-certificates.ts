import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Certificate authority of one test, by the `openssl` of the system. */
export interface TestAuthority {
  /** PEM file, for NODE_EXTRA_CA_CERTS. */
  file: string;
  /** Issues a certificate for one subject alternative name, such as `IP:127.0.0.2`. */
  issue(name: string): Promise<{ key: Buffer; cert: Buffer }>;
  close(): Promise<void>;
}

export async function openTestAuthority(): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-ca-'));
  const openssl = (...words: string[]) => promisify(execFile)('openssl', words, { cwd: folder });
  const request = (name: string, ...more: string[]) =>
    openssl(
      ...[
        'req',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-subj',
        `/CN=${name}`,
      ],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`, ...more],
    );
  await request('authority', '-x509', '-days', '2');
  let issued = 0;
  return {
    file: join(folder, 'authority.pem'),
    async issue(altName) {
      issued += 1;
      const name = `server-${issued}`;
      await request(name);
      await writeFile(join(folder, `${name}.ext`), `subjectAltName=${altName}\n`);
      await openssl(
        ...['x509', '-req', '-in', `${name}.pem`, '-CA', 'authority.pem', '-CAkey', 'authority.key'],
        ...['-set_serial', String(issued), '-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.crt`],
      );
      const read = (ending: string) => readFile(join(folder, `${name}.${ending}`));
      return { key: await read('key'), cert: await read('crt') };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
