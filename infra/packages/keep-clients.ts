import { createHash } from 'node:crypto';
import { keptFolder } from '../../apps/cli/src/home/packages/kept-folder.ts';
import { readFileHashes } from '../checks/file-hashes.ts';
import { repository } from './build-package.ts';
import { packClients } from './pack.ts';

/** Files that determine the packed files. */
const sources =
  /^((packages|apps)\/[^/]+\/(src|bin|data|migrations|schemas|templates|public|README\.md|package\.json|index\.html)|clients\/python\/|docs\/|examples\/residents\/|infra\/(packages|container)\/|package-lock\.json|LICENSE)/;

/** Returns a hash of the current sources, or undefined without git, which lists them. */
function keyOfSources(): string | undefined {
  const hashes = readFileHashes(repository);
  if (!hashes) return undefined;
  const hash = createHash('sha256');
  for (const [path, contents] of hashes) if (sources.test(path)) hash.update(`${path}\0${contents}\n`);
  return hash.digest('hex').slice(0, 16);
}

// Separate program, because the home that starts it contains no compilers. Prints the folder.
const [, , cache] = process.argv;
if (!cache) throw new Error('name the folder that packages are kept in: keep-clients.ts FOLDER');
console.log(await keptFolder(cache, keyOfSources(), packClients));
