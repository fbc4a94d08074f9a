import { mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { ProgramMember, Settings } from '@agent-home/agent-runtime/definition';
import { isWithin } from './is-within.ts';
import { processEnvironment } from './process-environment.ts';

/** Folder and environment of a program that settings name. */
export interface ProgramPlace {
  /** Working directory, and base of relative programs and of module names. */
  folder: string;
  environment: Readonly<Record<string, string>>;
  /**
   * Called before each start.
   * @throws ProjectChangedError if code that trust pinned has changed; the program is not started then
   */
  beforeStart(): void;
}

/** Returns the place of the program with a name from the settings. */
export type PlaceOf = (name: string) => ProgramPlace;

/** One folder for every name: for settings without a project. */
export function fixedPlace(folder: string, environment: NodeJS.ProcessEnv): PlaceOf {
  const place = { folder, environment: processEnvironment(environment), beforeStart: () => {} };
  return () => place;
}

export interface ProgramPlacesOptions {
  project: string;
  /** Operator's own folder, `~/.agent-home`. */
  global: string;
  environment: NodeJS.ProcessEnv;
  /** @throws ProjectChangedError if the project's tree differs from the trusted one */
  requireUnchanged(): void;
}

/**
 * Returns the places of programs in combined settings. Programs of the project start in the project, after a check that its tree is
 * the trusted one. All others start in the operator's folder, so that no file of the project affects them (spec hostile-projects
 * "Programs of the operator start outside the project").
 */
export function programPlaces(
  { ofProject }: Pick<Settings, 'ofProject'>,
  { project, global, environment, requireUnchanged }: ProgramPlacesOptions,
): (member: ProgramMember) => PlaceOf {
  const ofProjects: ProgramPlace = {
    folder: project,
    // Python would write compiled files next to its sources, so that the tree would differ from the trusted one.
    environment: { ...processEnvironment(environment), PYTHONDONTWRITEBYTECODE: '1' },
    beforeStart: requireUnchanged,
  };
  const operators: ProgramPlace = {
    folder: global,
    environment: operatorEnvironment(environment, { project, global }),
    beforeStart: () => makeFolder(global),
  };
  return (member) => (name) => (ofProject[member].includes(name) ? ofProjects : operators);
}

/** A working directory that is missing fails the start by itself. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The start reports it.
  }
}

/** Returns the environment for the operator's programs, without paths that are relative or inside the project. */
function operatorEnvironment(
  ours: NodeJS.ProcessEnv,
  { project, global }: { project: string; global: string },
): Record<string, string> {
  const { PATH, HOME, TMPDIR, SHELL, ...rest } = processEnvironment(ours);
  const home = HOME !== undefined && isAbsolute(HOME) ? HOME : dirname(global);
  const isOutside = (path: string) => isAbsolute(path) && !isWithin(project, path);
  const path = (PATH ?? '').split(':').filter(isOutside).join(':');
  return {
    ...rest,
    ...(path === '' ? {} : { PATH: path }),
    ...(TMPDIR !== undefined && isOutside(TMPDIR) ? { TMPDIR } : {}),
    ...(SHELL !== undefined && isOutside(SHELL) ? { SHELL } : {}),
    HOME: home,
    // Set explicitly, because an inherited npm variable could point into the project.
    npm_config_userconfig: join(home, '.npmrc'),
  };
}
