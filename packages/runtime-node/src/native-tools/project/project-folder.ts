import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { asToolFailure, isMissing, isThereAlready } from './file-errors.ts';
import { refuseGuardedNames } from './guarded-names.ts';
import { type HiddenNow, HiddenPlaces } from './hidden-places.ts';
import { namesOnDisk } from './names-on-disk.ts';
import { OpenFolder } from './open-folder.ts';
import { type ProjectPath, parseProjectPath } from './project-path.ts';
import { TrustedFiles } from './trusted-files.ts';

export interface ProjectFolderOptions {
  /** Absolute path; it may contain symbolic links, which the operator controls. */
  folder: string;
  /** Absolute. */
  hiddenFolders?: readonly string[];
  /** Programs that settings name, by their paths from the folder. */
  trustedFiles?: readonly string[];
  /** True to reach open folders through `/proc/self/fd`; default: if the system has it. */
  byDescriptor?: boolean;
}

/** Folder of a project. It is the only way to open a path that a model wrote. */
export class ProjectFolder {
  readonly #given: string;
  readonly #hidden: HiddenPlaces;
  readonly #byDescriptor: boolean;
  readonly trusted: TrustedFiles;

  constructor(options: ProjectFolderOptions) {
    this.#given = options.folder;
    this.#hidden = new HiddenPlaces(options.hiddenFolders ?? []);
    this.trusted = new TrustedFiles(options.trustedFiles ?? []);
    this.#byDescriptor = options.byDescriptor ?? existsSync('/proc/self/fd');
  }

  /** Returns the real path of the folder. */
  async place(): Promise<string> {
    return realpath(this.#given).catch((error) => {
      throw asToolFailure(error, 'the project folder');
    });
  }

  async parse(given: string): Promise<ProjectPath> {
    const root = await this.place();
    const written = parseProjectPath(root, this.#fromItsPlace(given));
    refuseGuardedNames(written);
    const names = await namesOnDisk(root, written.names);
    if (names === written.names) return written;
    const path = { names, shown: names.join('/') };
    refuseGuardedNames(path);
    return path;
  }

  /**
   * Runs before a change, and before folders are made for it.
   * @throws ToolFailure `trusted_path`
   */
  async refuseTrusted(given: string): Promise<void> {
    this.trusted.refuseChange(await this.parse(given));
  }

  /**
   * Checks names that are passed to another program, which opens them itself.
   * @throws ToolFailure `hidden_path`
   */
  async refuseHidden(paths: readonly (readonly string[])[]): Promise<void> {
    const hidden = await this.#hidden.look(await this.place());
    for (const names of paths) {
      const path = { names, shown: names.join('/') };
      refuseGuardedNames(path);
      hidden.refusePlace(path);
    }
  }

  /** Opens the parent folder of a path, passes it to `use`, and closes it. */
  async inParent<T>(
    given: string,
    use: (place: { parent: OpenFolder; name: string; path: ProjectPath }) => Promise<T>,
    options: { createFolders?: boolean } = {},
  ): Promise<T> {
    const path = await this.parse(given);
    const name = path.names.at(-1);
    return this.#walk(path, path.names.slice(0, -1), options.createFolders ?? false, async (parent) =>
      // The project folder has no name within itself and is not a file.
      use({ parent, name: name ?? '.', path }),
    );
  }

  /** Opens a folder itself, with the hidden folders in it. */
  async inFolder<T>(
    given: string,
    use: (place: { folder: OpenFolder; path: ProjectPath; hidden: HiddenNow }) => Promise<T>,
  ): Promise<T> {
    const path = await this.parse(given);
    return this.#walk(path, path.names, false, (folder, hidden) => use({ folder, path, hidden }));
  }

  async #walk<T>(
    path: ProjectPath,
    folders: readonly string[],
    create: boolean,
    use: (folder: OpenFolder, hidden: HiddenNow) => Promise<T>,
  ): Promise<T> {
    const root = await this.place();
    const hidden = await this.#hidden.look(root);
    hidden.refusePlace(path);
    const open: OpenFolder[] = [];
    try {
      let current = await OpenFolder.openRoot(root, this.#byDescriptor);
      open.push(current);
      for (const name of folders) {
        current = await openOrMake(current, name, create);
        open.push(current);
        await hidden.refuseFolder(current, path.shown);
      }
      return await use(current, hidden);
    } catch (error) {
      throw asToolFailure(error, path.shown);
    } finally {
      for (const folder of open.reverse()) await folder.close();
    }
  }

  /** Converts an absolute path below the project, as the caller gave it, to a relative one. */
  #fromItsPlace(given: string): string {
    if (given === this.#given) return '.';
    return given.startsWith(`${this.#given}/`) ? `./${given.slice(this.#given.length + 1)}` : given;
  }
}

async function openOrMake(parent: OpenFolder, name: string, create: boolean): Promise<OpenFolder> {
  try {
    return await parent.folder(name);
  } catch (error) {
    if (!create || !isMissing(error)) throw error;
  }
  // Another call may have created it meanwhile; the entry is checked like any other.
  await parent.newFolder(name).catch((error: unknown) => {
    if (!isThereAlready(error)) throw error;
  });
  return parent.folder(name);
}
