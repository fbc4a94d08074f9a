import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { fileIdentity } from './file-identity.ts';
import { foldName } from './guarded-names.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ProjectPath } from './project-path.ts';

/**
 * Folders that tools neither read nor write, such as the state of runs: a model that could write its own log could grant itself
 * permissions. They are identified by path and, if they exist, by inode, because another spelling may lead to the same folder.
 */
export class HiddenPlaces {
  readonly #folders: readonly string[];

  /** @param folders absolute */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Returns the current hidden folders, because one may be created or replaced while tools are in use. */
  async look(projectFolder: string): Promise<HiddenNow> {
    const identities = new Set<string>();
    const places: string[][] = [];
    for (const folder of this.#folders) {
      const real = await realpath(folder).catch(() => folder);
      for (const path of new Set([folder, real])) {
        const below = relative(projectFolder, path);
        if (below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below))
          places.push(below.split(sep).map(foldName));
      }
      const status = await lstat(real, { bigint: true }).catch(() => undefined);
      if (status !== undefined) identities.add(fileIdentity(status));
    }
    return new HiddenNow(identities, places);
  }
}

export class HiddenNow {
  readonly #identities: ReadonlySet<string>;
  readonly #places: readonly string[][];

  constructor(identities: ReadonlySet<string>, places: readonly string[][]) {
    this.#identities = identities;
    this.#places = places;
  }

  isHiddenPlace(names: readonly string[]): boolean {
    const folded = names.map(foldName);
    return this.#places.some((place) => place.every((name, index) => name === folded[index]));
  }

  /** @throws ToolFailure `hidden_path` */
  refusePlace(path: ProjectPath): void {
    if (this.isHiddenPlace(path.names)) throw hidden(path.shown);
  }

  /** @throws ToolFailure `hidden_path` */
  async refuseFolder(folder: OpenFolder, shown: string): Promise<void> {
    if (await this.isHidden(folder)) throw hidden(shown);
  }

  async isHidden(folder: OpenFolder): Promise<boolean> {
    return this.#identities.size > 0 && this.#identities.has(await folder.identity());
  }
}

function hidden(shown: string): ToolFailure {
  return new ToolFailure('hidden_path', `${shown} is hidden from tools: do the task without it`);
}
