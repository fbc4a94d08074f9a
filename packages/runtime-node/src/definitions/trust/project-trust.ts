import { realpathSync } from 'node:fs';
import {
  collectDemands,
  DefinitionError,
  type Problem,
  type ProjectDemands,
  type SettingsFile,
} from '@agent-home/agent-runtime/definition';
import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { leftOut } from './left-out.ts';
import { pinnedFiles } from './pinned-files.ts';
import { changedPaths, hashOfTree, readTree, type SeenTree } from './project-tree.ts';
import { readSeenTree, writeSeenTree } from './seen-tree-file.ts';
import { readTrustFile, type SeenDemands, type TrustedProject, writeTrustFile } from './trust-file.ts';

/** Trust of this machine's user in a project. */
export interface ProjectTrust {
  /** `changed`: it was trusted, but its settings or a file that they name have changed. */
  state: 'trusted' | 'not_trusted' | 'changed';
  /** Undefined if its settings demand nothing; its agents still need trust. */
  demands: ProjectDemands | undefined;
  /** Hash of the demands and of the files that they name. */
  asked: string;
  /** Hashes of those files, by their path in the project. */
  files: Record<string, string>;
  /** The entry of an earlier trust. */
  pinned?: TrustedProject;
  problems: Problem[];
}

interface Places {
  project: string;
  global: string;
}

/** Reads settings and the files that they name; the whole tree is read before a program starts. */
export function projectTrust(places: Places, settings: SettingsFile): ProjectTrust {
  const demands = collectDemands(settings);
  const { asked, files } = getAsked(places.project, demands);
  const { trusted, problems } = readTrustFile(places.global);
  const key = realPath(places.project);
  const pinned = Object.hasOwn(trusted.projects, key) ? trusted.projects[key] : undefined;
  // A project without demands is trusted once and for all; one with demands only for exactly these.
  const isSame = pinned !== undefined && (demands === undefined || pinned.asked === asked);
  const state = pinned === undefined ? 'not_trusted' : isSame ? 'trusted' : 'changed';
  return { state, demands, asked, files, ...(pinned ? { pinned } : {}), problems };
}

/** Everything that trust in a project would pin at this moment. */
export interface ProjectInspection {
  /** Hash of all these facts, for the user to confirm. */
  sha256: string;
  asked: string;
  /** Files that the project's programs could execute; absent if it starts none. */
  tree?: SeenTree;
  /** Folders and files that are left out of the tree. */
  except: string[];
  /** Paths that differ from the last trusted tree. */
  changed: string[];
}

/**
 * Inspects a project for the user's trust decision. If its settings start no program, only the settings are pinned: its files are
 * executed only by calls that need a decision each.
 * @throws ProjectChangedError `project_too_large`
 */
export function inspectProject(
  places: Places,
  trust: ProjectTrust,
  except: readonly string[],
): ProjectInspection {
  const left = [...new Set(except)].toSorted();
  const known = readSeenTree(places.global, realPath(places.project));
  const tree = startsPrograms(trust)
    ? readTree(places.project, { except: leftOut(places.project, left), known, now: Date.now() })
    : undefined;
  const pinned = { asked: trust.asked, ...(tree ? { tree: hashOfTree(tree), except: left } : {}) };
  return {
    sha256: sha256Hex(canonicalJsonBytes(pinned)),
    asked: trust.asked,
    except: left,
    ...(tree ? { tree } : {}),
    changed: tree && known ? changedPaths(known, tree) : [],
  };
}

/** Maximum bytes stored of the demands shown to the user. */
const mostSeenBytes = 64 * 1024;

/**
 * Trusts a project as shown to the user. `seen` is stored for comparison with later changes.
 * @throws DefinitionError if the list of trusted projects cannot be read, so that it is not overwritten
 */
export function trustProject(
  places: Places,
  { sha256, asked, tree, except }: ProjectInspection,
  now: Date,
  seen?: SeenDemands,
): void {
  const { trusted, problems } = readTrustFile(places.global);
  if (problems.length > 0) throw new DefinitionError(problems);
  const isKept = seen !== undefined && JSON.stringify(seen).length <= mostSeenBytes;
  const key = realPath(places.project);
  // Written before the list: an entry without its tree starts no program.
  if (tree) writeSeenTree(places.global, key, tree);
  const entry: TrustedProject = {
    sha256,
    asked,
    trusted_at: now.toISOString(),
    ...(tree ? { tree: { sha256: hashOfTree(tree), except } } : {}),
    ...(isKept ? { seen } : {}),
  };
  writeTrustFile(places.global, { version: 1, projects: { ...trusted.projects, [key]: entry } });
}

function startsPrograms({ demands }: ProjectTrust): boolean {
  return demands !== undefined && demands.commands.length + demands.modules.length > 0;
}

/**
 * Returns the demands with the hashes of their files, because unchanged settings are a new demand if a script that they name has
 * changed.
 */
function getAsked(
  project: string,
  demands: ProjectDemands | undefined,
): { asked: string; files: Record<string, string> } {
  if (!demands) return { asked: sha256Hex(canonicalJsonBytes({ settings: null })), files: {} };
  const { sha256, commands, modules } = demands;
  const named = [
    ...modules.map(({ module }) => module),
    ...commands.flatMap(({ command, args, env }) => [command, ...args, ...Object.values(env)]),
  ];
  const files = Object.fromEntries(pinnedFiles(project, named));
  return { asked: sha256Hex(canonicalJsonBytes({ settings: sha256, files })), files };
}

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
