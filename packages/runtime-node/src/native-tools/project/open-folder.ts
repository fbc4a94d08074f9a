import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir, realpath, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { fileIdentity } from './file-identity.ts';

/**
 * Folder that is held open, so that its files are reached from it and not by a path: a link that replaces a
 * folder between check and use has no effect. Node has no `openat`; Linux exposes open folders below
 * `/proc/self/fd`, and a name below that is equivalent. Elsewhere each path is checked before and after it is
 * opened.
 */
export class OpenFolder {
  readonly #handle: FileHandle;
  readonly #realPath: string;
  readonly #byDescriptor: boolean;

  private constructor(handle: FileHandle, realPath: string, byDescriptor: boolean) {
    this.#handle = handle;
    this.#realPath = realPath;
    this.#byDescriptor = byDescriptor;
  }

  /** @param realPath without a link in it, as `realpath` gives it */
  static async openRoot(realPath: string, byDescriptor: boolean): Promise<OpenFolder> {
    return new OpenFolder(await open(realPath, folderFlags), realPath, byDescriptor);
  }

  /** Opens a folder in this one. */
  async folder(name: string): Promise<OpenFolder> {
    const status = await this.status(name);
    if (status.isSymbolicLink()) throw refusedLink(name);
    const handle = await open(this.#at(name), folderFlags);
    const opened = new OpenFolder(handle, join(this.#realPath, name), this.#byDescriptor);
    try {
      await opened.#mustBeInPlace();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /**
   * Opens a regular file in this folder for reading. Its status is read first, since opening some devices has
   * effects, and it is opened without waiting, since a pipe would wait for its writer.
   */
  async file(name: string): Promise<FileHandle> {
    const status = await this.status(name);
    if (status.isSymbolicLink()) throw refusedLink(name);
    if (!status.isFile()) throw noRegularFile(name, status.isDirectory());
    const handle = await open(this.#at(name), constants.O_RDONLY | constants.O_NONBLOCK | withoutLinks);
    try {
      const opened = await handle.stat({ bigint: true });
      if (!opened.isFile()) throw noRegularFile(name, false);
      await this.#mustBeInPlace();
      if (!this.#byDescriptor) await mustBeAt(handle, this.#at(name));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Opens a new file in this folder for writing; fails if it exists. */
  async newFile(name: string, mode: number): Promise<FileHandle> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | withoutLinks;
    return open(this.#at(name), flags, mode);
  }

  async newFolder(name: string): Promise<void> {
    await mkdir(this.#at(name));
  }

  /** Returns the status of the name itself: for a link, that of the link. */
  async status(name: string) {
    return lstat(this.#at(name), { bigint: true });
  }

  async identity(): Promise<string> {
    return fileIdentity(await this.#handle.stat({ bigint: true }));
  }

  /** Returns the first `maximum` entries that the system lists, sorted by name. */
  async entries(maximum: number): Promise<{ entries: Dirent[]; isCut: boolean }> {
    const entries: Dirent[] = [];
    const listing = await opendir(this.#byDescriptor ? this.#at('.') : this.#realPath);
    try {
      for (let entry = await listing.read(); entry !== null; entry = await listing.read()) {
        if (entries.length === maximum) return { entries: entries.sort(byName), isCut: true };
        entries.push(entry);
      }
    } finally {
      await listing.close();
    }
    return { entries: entries.sort(byName), isCut: false };
  }

  /** Atomically replaces a file of this folder, existing or not, by another one. */
  async replace(name: string, by: string): Promise<void> {
    await this.#mustBeInPlace();
    await rename(this.#at(by), this.#at(name));
  }

  async remove(name: string): Promise<void> {
    await this.#mustBeInPlace();
    await unlink(this.#at(name));
  }

  /** Flushes renames and removals in this folder to disk. */
  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #at(name: string): string {
    return this.#byDescriptor ? `/proc/self/fd/${this.#handle.fd}/${name}` : join(this.#realPath, name);
  }

  /** A folder that was moved out of the project while it was open no longer belongs to it. */
  async #mustBeInPlace(): Promise<void> {
    if (this.#byDescriptor) {
      const now = await realpath(`/proc/self/fd/${this.#handle.fd}`);
      if (now !== this.#realPath) throw movedAway();
    } else await mustBeAt(this.#handle, this.#realPath);
  }
}

const withoutLinks = constants.O_NOFOLLOW;
const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | withoutLinks;

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

async function mustBeAt(handle: FileHandle, path: string): Promise<void> {
  const [opened, there, real] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(path, { bigint: true }),
    realpath(path),
  ]);
  if (fileIdentity(opened) !== fileIdentity(there) || real !== path) throw movedAway();
}

function refusedLink(name: string): ToolFailure {
  return new ToolFailure(
    'link_refused',
    `${name} is a symbolic link, which is not followed: use the path of its target`,
  );
}

function noRegularFile(name: string, isFolder: boolean): ToolFailure {
  return new ToolFailure(
    'not_a_file',
    isFolder ? `${name} is a folder: list it with glob` : `${name} is not a regular file and is not opened`,
  );
}

function movedAway(): ToolFailure {
  return new ToolFailure(
    'outside_project',
    'the folder was moved during the call, so nothing was changed: check the path with glob',
  );
}
