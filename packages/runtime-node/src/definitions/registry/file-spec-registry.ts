import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import {
  compareVersions,
  type DecodedSpec,
  DefinitionError,
  decodeAny,
  newestRelease,
  plainVersion,
  specSha256,
} from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { listFolder, readBoundedFile } from '../folder/read-folder.ts';
import { RegistryError } from './registry-error.ts';
import { requireVersion } from './require-version.ts';
import type {
  RegisteredSpec,
  RegisteredVersion,
  SpecKind,
  SpecRegistry,
  SpecSource,
} from './spec-registry.ts';

/** Version as its file's name states it. */
interface StoredVersion {
  kind: SpecKind;
  name: string;
  version: string;
  contentSha256: string;
  path: string;
  isDeleted: boolean;
}

const kinds = ['Agent', 'Tool', 'Policy'] as const;
const versionFile = /^(\d[a-z0-9.-]*?)\.([0-9a-f]{64})\.(md|ya?ml|json|deleted)$/;
const safeName = /^[a-z][a-z0-9-]{2,62}$/;

/**
 * Registry that stores versions as files, `KIND/NAME/VERSION.SHA256.EXTENSION`, in a folder for version control: all users of a
 * project have its versions, and the name reveals a change. A deleted version keeps its name, so that it never refers to another
 * text.
 */
export class FileSpecRegistry implements SpecRegistry, SpecSource {
  readonly #folder: string;

  /** @param folder `agents/registry` of a project, or of the global folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  register(file: string, content: Uint8Array): { registered: RegisteredVersion; isNew: boolean } {
    const spec = decodeAny(content, { file });
    const version = requireVersion(spec);
    const { kind, name } = spec;
    const contentSha256 = sha256Hex(content);
    const folder = this.#getFolder(kind, name);
    const before = this.#versionsOf(kind, name).filter((one) => one.version === version);
    const other = before.find((one) => one.contentSha256 !== contentSha256);
    if (other)
      throw new RegistryError(
        'version_taken',
        `${name} ${version} ${other.isDeleted ? 'was' : 'is'} registered with another text: use a new version`,
      );
    const path = join(folder, `${version}.${contentSha256}${extname(file)}`);
    const registered = { kind, name, version, sha256: specSha256(spec, content), path };
    const same = before.find((one) => !one.isDeleted);
    if (same) return { registered: { ...registered, path: same.path }, isNew: false };
    mkdirSync(folder, { recursive: true });
    writeOnce(path, content);
    for (const deleted of before) rmSync(deleted.path, { force: true });
    // Concurrent writers may have stored two texts under one version: both are removed.
    const rival = this.#versionsOf(kind, name).find(
      (one) => one.version === version && one.contentSha256 !== contentSha256,
    );
    if (rival) {
      rmSync(path, { force: true });
      throw new RegistryError(
        'version_taken',
        `${name} ${version} was registered by another writer at the same moment: read it with specs get`,
      );
    }
    return { registered, isNew: true };
  }

  get(kind: SpecKind, name: string, version?: string): RegisteredSpec {
    const there = this.#versionsOf(kind, name).filter((one) => !one.isDeleted);
    const wanted = version ?? newestRelease(there.map((one) => one.version));
    if (wanted === undefined && there.length > 0)
      throw new RegistryError(
        'no_release',
        `${name} has no release: name one of ${there.map((one) => one.version).join(', ')}`,
      );
    const found = there.find((one) => one.version === wanted);
    if (!found)
      throw new RegistryError(
        'no_such_spec',
        `${kind} ${name}${version === undefined ? '' : ` ${version}`} is not registered: see agent-home specs list`,
      );
    const { version: foundVersion, path } = found;
    return { kind, name, version: foundVersion, path, ...getContent(found) };
  }

  list(): RegisteredVersion[] {
    return kinds.flatMap((kind) =>
      foldersIn(join(this.#folder, kind.toLowerCase()))
        .filter((name) => safeName.test(name))
        .flatMap((name) => this.#versionsOf(kind, name))
        .filter((one) => !one.isDeleted)
        .map(describe),
    );
  }

  delete(kind: SpecKind, name: string, version: string): RegisteredVersion {
    const found = this.#versionsOf(kind, name).find((one) => one.version === version && !one.isDeleted);
    if (!found)
      throw new RegistryError(
        'no_such_spec',
        `${kind} ${name} ${version} is not registered: see agent-home specs list`,
      );
    const registered = describe(found);
    renameSync(found.path, join(this.#getFolder(kind, name), `${version}.${found.contentSha256}.deleted`));
    return registered;
  }

  #getFolder(kind: SpecKind, name: string): string {
    return join(this.#folder, kind.toLowerCase(), name);
  }

  #versionsOf(kind: SpecKind, name: string): StoredVersion[] {
    if (!safeName.test(name) || !isFolder(this.#folder) || !isFolder(join(this.#folder, kind.toLowerCase())))
      return [];
    const folder = this.#getFolder(kind, name);
    return filesIn(folder)
      .flatMap((file) => {
        const [, version, contentSha256, ending] = versionFile.exec(file) ?? [];
        if (version === undefined || contentSha256 === undefined || plainVersion(version) === undefined)
          return [];
        return [
          { kind, name, version, contentSha256, path: join(folder, file), isDeleted: ending === 'deleted' },
        ];
      })
      .sort((one, other) => compareVersions(one.version, other.version));
  }
}

/** Decodes the bytes stored under their own hash, so that a change in the folder is always detected. */
function getContent({ kind, name, version, contentSha256, path }: StoredVersion) {
  const damaged = (why: string) =>
    new RegistryError('registry_damaged', `${path}: ${why}; restore it, or delete the version`);
  let content: Uint8Array;
  let spec: DecodedSpec;
  try {
    content = readBoundedFile(path);
    if (sha256Hex(content) !== contentSha256) throw damaged('its content changed after registration');
    spec = decodeAny(content, { file: path });
  } catch (error) {
    if (error instanceof DefinitionError) throw damaged(error.message);
    throw error;
  }
  if (spec.kind !== kind || spec.name !== name || requireVersion(spec) !== version)
    throw damaged('its content is a different spec than its name');
  return { sha256: specSha256(spec, content), content, spec };
}

/** Returns a version as it is listed. The hash of a policy needs its content, that of another kind is in the file's name. */
function describe(stored: StoredVersion): RegisteredVersion {
  const { kind, name, version, contentSha256, path } = stored;
  return { kind, name, version, sha256: kind === 'Policy' ? policyHash(stored) : contentSha256, path };
}

function policyHash(stored: StoredVersion): string | undefined {
  try {
    return getContent(stored).sha256;
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  }
}

/** Writes a file atomically, without replacing an existing one: hard links are created at once and never overwrite. */
function writeOnce(path: string, content: Uint8Array): void {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(beside, 'wx', 0o644);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(beside, path);
  } catch (error) {
    // Another process has written the same bytes in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function foldersIn(folder: string): string[] {
  return listFolder(folder).entries.flatMap(({ name, kind }) => (kind === 'folder' ? [name] : []));
}

function filesIn(folder: string): string[] {
  return listFolder(folder).entries.flatMap(({ name, kind }) => (kind === 'file' ? [name] : []));
}
