import { resolve } from 'node:path';
import {
  DefinitionError,
  describeProblem,
  parseSpecReference,
  policySha256,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  loadDefinitions,
  type RegisteredVersion,
  RegistryError,
  readBoundedFile,
  type SpecKind,
  type SpecRegistry,
} from '@agent-home/runtime-node/definitions';
import { SpecCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';
import { shownLines } from './shown-lines.ts';

export interface RegistryFlags extends ProjectFlags {
  scope: 'project' | 'global';
}

const kinds = ['Agent', 'Tool', 'Policy'] as const satisfies readonly SpecKind[];

/**
 * `agent-home specs register FILE…`: registers each file as an immutable version. Returns 0 if all files are registered, 1
 * otherwise.
 */
export function registerSpecs(files: string[], flags: RegistryFlags): 0 | 1 {
  const registry = getRegistry(flags);
  const told = files.map((file) => {
    try {
      const path = resolve(file);
      const { registered, isNew } = registry.register(path, readBoundedFile(path));
      return { file, registered: shown(registry, registered), isNew, problems: [] };
    } catch (error) {
      if (error instanceof DefinitionError) return { file, problems: error.problems.map(describeProblem) };
      if (error instanceof RegistryError)
        return { file, problems: [`${file}: ${error.message} [${error.code}]`] };
      throw error;
    }
  });
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

/** `agent-home specs list`: lists every registered version. */
export function listSpecs(flags: RegistryFlags): void {
  const registry = getRegistry(flags);
  const all = registry.list().map((one) => shown(registry, one));
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
export function getSpec(kind: string, reference: string, flags: RegistryFlags): void {
  const { name, version } = parseSpecReference(reference);
  const registry = getRegistry(flags);
  const found = told(() => registry.get(getKind(kind), name, version));
  const content = new TextDecoder().decode(found.content);
  if (flags.format === 'json') console.log(jsonDocument({ ...shown(registry, found), content }));
  else for (const line of shownLines(content.replace(/\n$/, ''))) console.log(line);
}

/** `agent-home specs delete KIND NAME@VERSION`: later references to it are refused. */
export function deleteSpec(kind: string, reference: string, flags: RegistryFlags): void {
  const { name, version } = parseSpecReference(reference);
  if (version === undefined)
    throw new SpecCommandError(
      'version_missing',
      `the version is missing: pass a name such as ${shownText(name)}@1.0.0`,
    );
  const registry = getRegistry(flags);
  const wanted = getKind(kind);
  // Read before the deletion, because the output shows its text.
  const before = registry
    .list()
    .find((one) => one.kind === wanted && one.name === name && one.version === version);
  const document = before && shown(registry, before);
  const deleted = told(() => registry.delete(wanted, name, version));
  if (flags.format === 'json') console.log(jsonDocument({ deleted: document }));
  else console.log(`${getName(deleted)} is deleted; only the same text can use the version again`);
}

function getRegistry(flags: RegistryFlags): SpecRegistry {
  return loadDefinitions(projectPlaces(flags.project)).registries[flags.scope];
}

function getKind(written: string): SpecKind {
  const found = kinds.find((kind) => kind.toLowerCase() === written.toLowerCase());
  if (found) return found;
  throw new SpecCommandError(
    'unknown_kind',
    `the kind ${shownText(written)} does not exist: use agent, tool or policy`,
  );
}

function told<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof RegistryError) throw new SpecCommandError(error.code, shownText(error.message));
    throw error;
  }
}

const getName = ({ kind, name, version }: Pick<RegisteredVersion, 'kind' | 'name' | 'version'>) =>
  `${kind} ${name} ${version}`;

/**
 * Returns a version as printed. The hash of a policy is the one that decisions name, null if its file is damaged; for other kinds
 * it covers their bytes.
 */
function shown(registry: SpecRegistry, { kind, name, version, sha256, path }: RegisteredVersion) {
  return {
    kind,
    name,
    version,
    sha256: kind === 'Policy' ? hashOfPolicy(registry, name, version) : sha256,
    path,
  };
}

function hashOfPolicy(registry: SpecRegistry, name: string, version: string): string | null {
  try {
    const { spec } = registry.get('Policy', name, version);
    return spec.kind === 'Policy' ? policySha256(spec.effective) : null;
  } catch (error) {
    if (error instanceof RegistryError) return null;
    throw error;
  }
}
