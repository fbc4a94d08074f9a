import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { BUCKET, startTestEmulator, temporaryDirectory } from '../testing/start-test-emulator.ts';

async function startProcess(dataDirectory: string): Promise<{ child: ChildProcess; ossEndpoint: string }> {
  const script = fileURLToPath(new URL('../testing/emulator-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDirectory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(child.stdout, 'data');
  return { child, ossEndpoint: String(line).trim() };
}

it('loses nothing that was acknowledged, and keeps each object whole', async () => {
  const dataDirectory = await temporaryDirectory();
  const acknowledged = new Map<string, number>();
  let uploadId = '';
  for (let round = 0; round < 3; round++) {
    const { child, ossEndpoint } = await startProcess(dataDirectory);
    const client = ossClient({ ossEndpoint });
    uploadId ||= (await client.initMultipartUpload('parts', {})).uploadId;
    let writes = 0;
    // One writer per key: afterwards the key contains its last acknowledged put, or the pending one.
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const key = `key/${writer}`;
      for (let n = acknowledged.get(key) ?? 0; ; n++) {
        await client.put(key, Buffer.alloc(1 + ((n * 131_071) % 700_000), `${n},`), {
          meta: { n: String(n) } as never,
        });
        acknowledged.set(key, n);
        if (++writes === 60 + round * 17) child.kill('SIGKILL');
      }
    });
    await Promise.allSettled(writers);
    expect(child.killed).toBe(true);

    const emulator = await startTestEmulator({ dataDirectory });
    const reader = ossClient(emulator);
    for (const [key, last] of acknowledged) {
      const got = await reader.get(key);
      const headers = (got.res as { headers: Record<string, string> }).headers;
      const n = Number(headers['x-oss-meta-n']);
      expect([last, last + 1]).toContain(n);
      expect(got.content.equals(Buffer.alloc(1 + ((n * 131_071) % 700_000), `${n},`))).toBe(true);
      expect(headers.etag).toBe(`"${createHash('md5').update(got.content).digest('hex').toUpperCase()}"`);
    }
    const uploads = await reader.listUploads({ 'max-uploads': 10 }, {});
    expect(uploads.uploads.map((upload: { uploadId: string }) => upload.uploadId)).toEqual([uploadId]);
    expect(await readdir(join(dataDirectory, 'buckets', BUCKET, 'temporary'))).toEqual([]);
    await emulator.close();
  }
}, 60_000);
