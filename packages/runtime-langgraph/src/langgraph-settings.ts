import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';

/** Selector of definitions for this runtime. */
export const langgraphSelector = 'langgraph';

/** Packages that the operator's folder needs, and the major version of each that the program is written for. */
const neededPackages = { '@langchain/langgraph': 1, '@langchain/core': 1, zod: 4 } as const;
const remedy = `npm install --prefix FOLDER ${Object.entries(neededPackages)
  .map(([name, major]) => `${name}@${major}`)
  .join(' ')}`;

export interface LanggraphSettings {
  /** Folder whose `node_modules` has LangGraph. */
  folder: string;
  /** `module:attribute` of the operator's own graph. */
  template?: string;
}

export type LanggraphSettingsErrorCode =
  | 'runtime_not_configured'
  | 'runtime_package_missing'
  | 'runtime_package_unsupported';

/** Thrown for variables that do not name a usable LangGraph. */
export class LanggraphSettingsError extends Error {
  override readonly name = 'LanggraphSettingsError';
  readonly code: LanggraphSettingsErrorCode;

  constructor(code: LanggraphSettingsErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Reads the place of LangGraph, and the versions of its packages; undefined without its variable.
 * @throws LanggraphSettingsError
 */
export function readLanggraphSettings(environment: NodeJS.ProcessEnv): LanggraphSettings | undefined {
  const { AGENT_HOME_LANGGRAPH: folder, AGENT_HOME_LANGGRAPH_TEMPLATE: template } = environment;
  if (!folder) return undefined;
  if (!isAbsolute(folder) || !isFolder(folder))
    throw new LanggraphSettingsError(
      'runtime_not_configured',
      `AGENT_HOME_LANGGRAPH has to be the absolute path of a folder; ${remedy} makes one`,
    );
  for (const [name, major] of Object.entries(neededPackages)) requirePackage(folder, name, major);
  if (template && !/[^:]:[^:/\\]+$/.test(template))
    throw new LanggraphSettingsError(
      'runtime_not_configured',
      'AGENT_HOME_LANGGRAPH_TEMPLATE has to be MODULE:ATTRIBUTE, for example ./graph.mjs:graph',
    );
  return { folder, ...(template ? { template } : {}) };
}

function requirePackage(folder: string, name: string, major: number): void {
  const version = installedVersion(join(folder, 'node_modules', name, 'package.json'));
  if (version === undefined)
    throw new LanggraphSettingsError(
      'runtime_package_missing',
      `AGENT_HOME_LANGGRAPH: the folder's node_modules has no ${name}; run ${remedy}`,
    );
  if (!version.startsWith(`${major}.`))
    throw new LanggraphSettingsError(
      'runtime_package_unsupported',
      `AGENT_HOME_LANGGRAPH: ${name} is ${version.slice(0, 40)}, and ${major} is supported; run ${remedy}`,
    );
}

const manifestSchema = z.object({ version: z.string() });

function installedVersion(manifest: string): string | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
