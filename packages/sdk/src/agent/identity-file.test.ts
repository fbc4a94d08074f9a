import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBase64Url } from '@agent-home/protocol';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadOrCreateIdentity } from './identity-file.ts';

let file: string;
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sdk-identity-'));
  file = join(directory, 'key');
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
});

describe('the identity file', () => {
  test('is made once and is its owner’s alone', async () => {
    const made = await loadOrCreateIdentity(file);
    const found = await loadOrCreateIdentity(file);
    expect(found).toEqual({ ...made, secretKey: new Uint8Array(found.secretKey) });
    expect(encodeBase64Url(found.secretKey)).toBe(encodeBase64Url(made.secretKey));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).trim()).toHaveLength(43);
  });

  test('simultaneous starts get the same key', async () => {
    const identities = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateIdentity(file)));
    expect(new Set(identities.map((identity) => identity.keyId)).size).toBe(1);
  });

  test('that others may read is refused', async () => {
    await loadOrCreateIdentity(file);
    await chmod(file, 0o644);
    await expect(loadOrCreateIdentity(file)).rejects.toMatchObject({ code: 'insecure_permissions' });
  });

  test.each(['', 'short', 'A'.repeat(42), `${'A'.repeat(43)}=`, '!'.repeat(43)])(
    'that holds %j is never replaced by a new key',
    async (content) => {
      await writeFile(file, content, { mode: 0o600 });
      const failure = await loadOrCreateIdentity(file).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'IdentityError', code: 'corrupt' });
      expect(await readFile(file, 'utf8')).toBe(content);
      if (content) expect((failure as Error).message).not.toContain(content);
    },
  );
});
