import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Rolldown } from 'tsdown';

/** A line of `inputs.json`, as `bin/is-fresh.js` reads it. */
type Input = [path: string, size: number, modified: number, changed: number, sha256: string];

/**
 * Writes `inputs.json`, the list of sources of a build, because `bin/agent-home.js` runs only a build of the current sources. The
 * list is deleted first and written last, so that an unfinished build is not run.
 * @param root folder of the repository
 * @param others files that affect the output, in addition to the modules
 */
export function listInputs(root: string, folder: string, others: readonly string[]): Rolldown.Plugin {
  const list = join(folder, 'dist/inputs.json');
  let startedMs = 0;
  return {
    name: 'inputs',
    buildStart() {
      startedMs = Date.now();
    },
    // A build that fails before this step leaves the previous list unchanged.
    async renderStart() {
      await rm(list, { force: true });
    },
    async writeBundle() {
      const modules = [...this.getModuleIds()].filter(
        (id) => id.startsWith(root) && !id.includes('node_modules'),
      );
      const manifests = modules.flatMap((id) => {
        const [owner] = /^(?:packages|apps)\/[^/]+/.exec(relative(root, id)) ?? [];
        return owner === undefined ? [] : [join(root, owner, 'package.json')];
      });
      const files = [...new Set([...modules, ...manifests, ...others])];
      const inputs = await Promise.all(files.map((file) => getInput(file, folder)));
      const late = inputs.find(([, , , changedMs]) => changedMs >= startedMs);
      if (late) return this.warn(`${late[0]} changed during the build: commands start from their sources`);
      await writeFile(`${list}.new`, JSON.stringify({ inputs }));
      await rename(`${list}.new`, list);
    },
  };
}

async function getInput(file: string, folder: string): Promise<Input> {
  const { size, mtimeMs, ctimeMs } = await stat(file);
  const hash = createHash('sha256').update(await readFile(file));
  return [relative(folder, file), size, mtimeMs, ctimeMs, hash.digest('hex')];
}
