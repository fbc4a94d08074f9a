import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { projectState } from '../../state/project-state.ts';
import { packOwnCommand } from './pack-own-command.ts';

const run = promisify(execFile);

/** Root of a checkout, a published command or an image. */
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const longestMs = 10 * 60_000;

/**
 * Returns the folder with the client packages of this version: the given one, the one shipped with the program, or, in a checkout,
 * one built from the sources. A built one is stored with the project's state until the sources change.
 * @throws ConfigurationError if there is none
 */
export async function packagesFolder(named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const cache = () => join(projectState(process.env), 'packages');
  const built = join(root, 'clients');
  if (existsSync(join(built, 'index.json'))) return packOwnCommand(root, built, cache);
  const script = join(root, 'infra/packages/keep-clients.ts');
  if (!existsSync(script))
    throw new ConfigurationError(
      'invalid_configuration',
      'the program has no client packages: set AGENT_HOME_PACKAGES to their folder',
    );
  const words = ['--import', 'tsx', script, cache()];
  const { stdout } = await run(process.execPath, words, { cwd: root, timeout: longestMs });
  return stdout.trim().split('\n').at(-1) ?? '';
}
