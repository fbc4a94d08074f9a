import { resolve } from 'node:path';
import { DefinitionError, describeProblem, parseSpecReference } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  openRegistries,
  type RegisteredVersion,
  RegistryError,
  readBoundedFile,
  type SpecKind,
  type SpecRegistry,
} from '@agent-home/runtime-node/definitions';
import { HomeSpecError, SpecCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { HomeConnection, type HomeFlags } from '../../home-specs/home-connection.ts';
import { HomeSpecRegistry } from '../../home-specs/home-spec-registry.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';
import { shownLines } from './shown-lines.ts';

export interface RegistryFlags extends ProjectFlags, HomeFlags {
  scope: 'project' | 'global';
}

const kinds = ['Agent', 'Tool', 'Policy'] as const satisfies readonly SpecKind[];

/**
 * `agent-home specs register FILE…`: registers each file as an immutable version. Returns 0 if all files are registered, 1
 * otherwise.
 */
export async function registerSpecs(files: string[], flags: RegistryFlags): Promise<0 | 1> {
  const registry = openRegistry(flags);
  const told = [];
  for (const file of files) told.push(await registerFile(registry, file));
  if (flags.format === 'json') console.log(jsonDocument({ files: told }));
  for (const one of flags.format === 'json' ? [] : told) {
    if ('registered' in one)
      console.log(
        `✓ ${shownText(one.file)}: ${getName(one.registered)}${one.isNew ? '' : ' (was registered already)'}`,
      );
    for (const problem of one.problems) console.log(`✗ ${shownText(problem)}`);
  }
  return told.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

async function registerFile(registry: SpecRegistry, file: string) {
  try {
    const path = resolve(file);
    const { registered, isNew } = await registry.register(path, readBoundedFile(path));
    return { file, registered: shown(registered), isNew, problems: [] };
  } catch (error) {
    if (error instanceof DefinitionError) return { file, problems: error.problems.map(describeProblem) };
    if (error instanceof RegistryError || (error instanceof HomeSpecError && error.code === 'home_refused'))
      return { file, problems: [`${file}: ${error.message} [${error.code}]`] };
    throw error;
  }
}

/** `agent-home specs list`: lists every registered version. */
export async function listSpecs(flags: RegistryFlags): Promise<void> {
  const all = (await openRegistry(flags).list()).map(shown);
  const rows = all.map(({ kind, name, version, sha256 }) => [
    kind,
    name,
    version,
    sha256?.slice(0, 12) ?? 'damaged',
  ]);
  if (flags.format === 'json') console.log(jsonDocument({ specs: all }));
  else if (all.length === 0) console.log('Nothing is registered: agent-home specs register FILE');
  else console.log(toTable(['KIND', 'NAME', 'VERSION', 'SHA-256'], rows));
}

/** `agent-home specs get KIND NAME[@VERSION]`: prints the text of a version, by default of the newest release. */
export async function getSpec(kind: string, reference: string, flags: RegistryFlags): Promise<void> {
  const { name, version } = parseSpecReference(reference);
  const wanted = getKind(kind);
  const registry = openRegistry(flags);
  const found = await told(() => registry.get(wanted, name, version));
  const content = new TextDecoder().decode(found.content);
  if (flags.format === 'json') console.log(jsonDocument({ ...shown(found), content }));
  else for (const line of shownLines(content.replace(/\n$/, ''))) console.log(line);
}

/** `agent-home specs delete KIND NAME@VERSION`: later references to it are refused. */
export async function deleteSpec(kind: string, reference: string, flags: RegistryFlags): Promise<void> {
  const { name, version } = parseSpecReference(reference);
  if (version === undefined)
    throw new SpecCommandError(
      'version_missing',
      `the version is missing: pass a name such as ${shownText(name)}@1.0.0`,
    );
  const wanted = getKind(kind);
  const registry = openRegistry(flags);
  const deleted = await told(() => registry.delete(wanted, name, version));
  if (flags.format === 'json') console.log(jsonDocument({ deleted: shown(deleted) }));
  else console.log(`${getName(deleted)} is deleted; only the same text can use the version again`);
}

/** Opens the registry of the home, if `--home` is given, else that of the project or of the global folder. */
function openRegistry(flags: RegistryFlags): SpecRegistry {
  if (flags.home !== undefined) return new HomeSpecRegistry(HomeConnection.open(process.env, flags));
  return openRegistries(projectPlaces(flags.project))[flags.scope];
}

function getKind(written: string): SpecKind {
  const found = kinds.find((kind) => kind.toLowerCase() === written.toLowerCase());
  if (found) return found;
  throw new SpecCommandError(
    'unknown_kind',
    `the kind ${shownText(written)} does not exist: use agent, tool or policy`,
  );
}

async function told<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RegistryError) throw new SpecCommandError(error.code, shownText(error.message));
    throw error;
  }
}

const getName = ({ kind, name, version }: Pick<RegisteredVersion, 'kind' | 'name' | 'version'>) =>
  `${kind} ${name} ${version}`;

/** Returns a version as printed. The hash of a policy is the one that decisions name, null if its file is damaged. */
function shown({ kind, name, version, sha256 = null, path }: ShownVersion) {
  return { kind, name, version, sha256, path };
}

type ShownVersion = Omit<RegisteredVersion, 'sha256'> & { sha256?: string | null | undefined };
