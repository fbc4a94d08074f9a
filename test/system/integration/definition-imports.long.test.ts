import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

test('definition commands load neither registry nor runtime', async () => {
  const { metafile } = await build({
    entryPoints: ['list', 'validate', 'trust', 'specs/validate', 'specs/show'].map((name) =>
      join(repository, `apps/cli/src/agents/commands/${name}.ts`),
    ),
    bundle: true,
    write: false,
    outdir: '/bundled',
    platform: 'node',
    format: 'esm',
    metafile: true,
    absWorkingDir: repository,
  });
  const packages = Object.keys(metafile.inputs).flatMap((file) => /^packages\/([^/]+)/.exec(file)?.[1] ?? []);
  // Validation compiles policies, but decides nothing.
  expect([...new Set(packages)].toSorted()).toEqual(['agent', 'agent-runtime', 'protocol', 'runtime-node']);
  // Validation names the other runtimes, and loads none.
  expect(Object.keys(metafile.inputs).filter((file) => file.startsWith('packages/agent/'))).toEqual([
    'packages/agent/src/known-runtimes/index.ts',
  ]);
  // Validation also checks that a schema can be compiled, and loads no module of the loop.
  const ofLoop = Object.keys(metafile.inputs).filter((file) => file.startsWith('packages/agent-runtime/'));
  expect(
    ofLoop.filter(
      (file) => !/^packages\/agent-runtime\/src\/(definition|policy|schemas|calls|context)\//.test(file),
    ),
  ).toEqual([]);
  const ofNode = Object.keys(metafile.inputs).filter((file) => file.startsWith('packages/runtime-node/'));
  expect(
    ofNode.filter(
      (file) =>
        !/^packages\/runtime-node\/src\/(definitions|state|setup)\/|\/(is-within|project-changed-error|auth-mismatch|example-addresses|process-environment|program-place)\.ts$/.test(
          file,
        ),
    ),
  ).toEqual([]);
});
