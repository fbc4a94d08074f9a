import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

const configFile = fileURLToPath(new URL('../../../apps/console/vite.config.ts', import.meta.url));

test('a web UI that cannot be built says why', async () => {
  const root = await mkdtemp(join(tmpdir(), 'agent-home-page-'));
  try {
    await writeFile(join(root, 'index.html'), '<script type="module" src="./main.ts"></script>');
    await writeFile(join(root, 'main.ts'), "import './nowhere.ts';");
    const outDir = join(root, 'out');
    await expect(build({ configFile, root, build: { outDir }, logLevel: 'silent' })).rejects.toThrow(
      'nowhere.ts',
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
