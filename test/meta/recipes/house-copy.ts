import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const parts = ['packages', 'apps', 'examples/oss', 'docs', 'test', 'package.json', 'tsconfig.json'];

/** Step of a recipe: text inserted into files before or after existing text, or new files. */
export interface Step {
  /** Name of the step in CONTRIBUTING, which the check has to report if the step is missing. */
  name: string;
  changes: { file: string; before?: string; after?: string; text: string }[];
  /** Program of a command that the recipe prescribes as words after `npm run`. */
  program?: string;
}

/** Temporary copy of the sources for additions. */
export class HouseCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<HouseCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-recipe-'));
    const filter = (path: string) => !/\/(node_modules|dist)(\/|$)/.test(path);
    for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true, filter });
    // The project's packages are linked to the copy; all others stay in their place.
    await mkdir(join(folder, 'node_modules/@agent-home'), { recursive: true });
    for (const name of await readdir(join(root, 'node_modules')))
      if (name !== '@agent-home' && !name.startsWith('.'))
        await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    for (const group of ['packages', 'apps'])
      for (const name of await readdir(join(folder, group)))
        await symlink(join(folder, group, name), join(folder, 'node_modules/@agent-home', name));
    return new HouseCopy(folder);
  }

  /** Follows these steps; returns a function that reverts them. */
  async follow(steps: readonly Step[]): Promise<() => Promise<void>> {
    const old = new Map<string, string | undefined>();
    for (const { changes, program } of steps) {
      for (const { file, before, after, text } of changes) {
        const path = join(this.folder, file);
        const found = await readFile(path, 'utf8').catch(() => undefined);
        if (!old.has(path)) old.set(path, found);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, placed(file, found, before, after, text));
      }
      if (program) {
        const { code, said } = await this.run(program);
        if (code !== 0) throw new Error(`${program}: ${said}`);
      }
    }
    return async () => {
      for (const [path, text] of old) await (text === undefined ? rm(path) : writeFile(path, text));
    };
  }

  /** Runs a program of the copy, or one written for it. */
  run(program: string): Promise<{ code: number; said: string }> {
    return new Promise((resolve) => {
      const words = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(this.folder, program)];
      execFile(process.execPath, words, { cwd: this.folder }, (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, said: `${stdout}${stderr}` }),
      );
    });
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

function placed(
  file: string,
  found: string | undefined,
  before: string | undefined,
  after: string | undefined,
  text: string,
): string {
  const at = before ?? after;
  if (at === undefined) return text;
  const [head, ...rest] = (found ?? '').split(at);
  if (head === undefined || rest.length !== 1) throw new Error(`${file} has not once: ${at}`);
  return before === undefined ? `${head}${at}${text}${rest[0]}` : `${head}${text}${at}${rest[0]}`;
}
