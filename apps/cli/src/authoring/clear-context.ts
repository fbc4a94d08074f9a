import { lstatSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Forgets what an agent’s conversation was; says whether there was one. */
export type ClearContext = (agentName: string) => Promise<boolean>;

/** Contexts as files `contexts/NAME.json` in the data folder. */
export function clearContextIn(dataFolder: string): ClearContext {
  return async (agentName) => {
    const contexts = join(dataFolder, 'contexts');
    // A data folder may be a project’s, where a link could lead to anybody’s files.
    if (!isOwnFolder(dataFolder) || !isOwnFolder(contexts)) return false;
    const file = join(contexts, `${agentName}.json`);
    if (!lstatSync(file, { throwIfNoEntry: false })) return false;
    unlinkSync(file);
    return true;
  };
}

function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
