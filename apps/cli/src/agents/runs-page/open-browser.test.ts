import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBrowser } from './open-browser.ts';

const link = 'http://127.0.0.1:4610/open/SECRET';

test('the link to the runs page reaches a browser by a private file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-opener-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const opened = join(folder, 'opened');
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nprintf %s "$*" > ${opened}.new && mv ${opened}.new ${opened}\n`,
    );
    chmodSync(join(folder, name), 0o700);
  }
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  const remove = await openBrowser(link);
  await expect.poll(() => existsSync(opened)).toBe(true);
  const words = readFileSync(opened, 'utf8');
  expect(words).not.toContain('SECRET');
  const file = fileURLToPath(words);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${link}"`);
  await remove?.();
  expect(existsSync(file)).toBe(false);
  vi.stubEnv('PATH', join(folder, 'nothing'));
  expect(await openBrowser(link)).toBeUndefined();
});
