import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAgentFile, type LoadedAgent, listFolder } from '@agent-home/runtime-node/definitions';

/** Files of an agent in the order of removal. The main file is first, because the agent does not exist without it. */
export interface AgentFiles {
  files: string[];
  /** Folders to remove if they are empty. */
  folders: string[];
}

/** Files of an agent's folder that are read as its own, by folder. */
const ownFiles: Record<string, RegExp> = {
  prompts: /\.(md|txt)$/,
  tools: /\.tool\.(ya?ml|json)$/,
  policies: /\.policy\.(ya?ml|json)$/,
};

/** Returns the files that the loader reads as part of this agent. Other files in its folder and links are excluded. */
export function collectFiles({ origin }: LoadedAgent): AgentFiles {
  const { path, codec } = origin;
  const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (codec === 'markdown' && !isFolder) return { files: [path], folders: [] };
  const folder = isFolder ? path : dirname(path);
  // If the name of the agent's folder is a link or a pipe, that entry takes the name.
  if (!isFolder && !isAgentFile({ kind: 'file', name: path.slice(folder.length + 1) }))
    return { files: [path], folders: [] };
  const main = listFolder(folder).entries.filter(isAgentFile);
  const parts = Object.entries(ownFiles).map(([name, pattern]) => ({ name: join(folder, name), pattern }));
  return {
    files: [
      ...main.map(({ name }) => join(folder, name)),
      ...parts.flatMap(({ name: part, pattern }) =>
        listFolder(part)
          .entries.filter(({ kind, name }) => kind === 'file' && pattern.test(name))
          .map(({ name }) => join(part, name)),
      ),
    ],
    folders: [...parts.map(({ name }) => name), folder],
  };
}

/** Removes the files. Returns the agent's folders that remain because they are not empty. */
export function removeFiles({ files, folders }: AgentFiles): string[] {
  for (const file of files) unlinkSync(file);
  return folders.filter((folder) => lstatSync(folder, { throwIfNoEntry: false }) && !removeEmpty(folder));
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
