import { realpathSync } from 'node:fs';
import {
  DefinitionError,
  demandsOf,
  type Problem,
  type ProjectDemands,
  type SettingsFile,
} from '@agent-home/definition';
import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { pinnedFiles } from './pinned-files.ts';
import { readTrustFile, type SeenDemands, writeTrustFile } from './trust-file.ts';

/** Whether a project may have this machine do what its settings ask for. */
export interface ProjectTrust {
  /** `changed`: it was trusted, and asks for something else by now. */
  state: 'nothing_asked' | 'trusted' | 'not_trusted' | 'changed';
  demands: ProjectDemands | undefined;
  /** What trust is pinned to: the demands, and the bytes of the project’s own files among them. */
  sha256: string | undefined;
  /** Those files, with the hash of their bytes, by their place in the project. */
  files: Record<string, string>;
  /** What was shown when it was trusted last. */
  seen?: SeenDemands;
  problems: Problem[];
}

interface Places {
  project: string;
  global: string;
}

export function projectTrust(places: Places, settings: SettingsFile): ProjectTrust {
  const demands = demandsOf(settings);
  if (!demands) return { state: 'nothing_asked', demands, sha256: undefined, files: {}, problems: [] };
  const { sha256, files } = pinOf(places.project, demands);
  const { trusted, problems } = readTrustFile(places.global);
  const key = realPath(places.project);
  const pinned = Object.hasOwn(trusted.projects, key) ? trusted.projects[key] : undefined;
  const state = pinned === undefined ? 'not_trusted' : pinned.sha256 === sha256 ? 'trusted' : 'changed';
  return { state, demands, sha256, files, ...(pinned?.seen ? { seen: pinned.seen } : {}), problems };
}

/** What is kept of what was shown: enough for every project that a person has read. */
const mostSeenBytes = 64 * 1024;

/**
 * Trusts what a person was shown: the hash they saw, not whatever the files say by then. `seen` is kept for the next look.
 * @throws DefinitionError where the list of trusted projects cannot be read: it is not written over
 */
export function trustProject(places: Places, sha256: string, now: Date, seen?: SeenDemands): void {
  const { trusted, problems } = readTrustFile(places.global);
  if (problems.length > 0) throw new DefinitionError(problems);
  const isKept = seen !== undefined && JSON.stringify(seen).length <= mostSeenBytes;
  const entry = { sha256, trusted_at: now.toISOString(), ...(isKept ? { seen } : {}) };
  writeTrustFile(places.global, {
    version: 1,
    projects: { ...trusted.projects, [realPath(places.project)]: entry },
  });
}

/** Settings that stay the same while the script they name changes are not the same. */
function pinOf(
  project: string,
  { sha256, commands, modules }: ProjectDemands,
): { sha256: string; files: Record<string, string> } {
  const named = [
    ...modules.map(({ module }) => module),
    ...commands.flatMap(({ command, args }) => [command, ...args]),
  ];
  const files = pinnedFiles(project, named);
  return {
    sha256: sha256Hex(canonicalJsonBytes({ settings: sha256, files })),
    files: Object.fromEntries(files),
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
