import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { foldName } from './guarded-names.ts';
import type { ProjectPath } from './project-path.ts';

/** Names of files and folders, at any depth, with which editors, shells, hooks and package managers start programs. */
const startsPrograms = new Set([
  ...['.vscode', '.idea', '.zed', '.devcontainer', '.exrc', '.nvimrc', '.nvim.lua', '.dir-locals.el'],
  ...['.envrc', '.direnv', '.mise.toml', 'mise.toml', '.tool-versions', '.python-version'],
  ...['.husky', '.githooks', '.gitmodules', '.gitconfig', '.gitattributes', '.pre-commit-config.yaml'],
  ...['lefthook.yml', '.lefthook.yml', '.overcommit.yml', '.cargo', '.mcp.json', '.claude', '.cursor'],
  ...['.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml', 'uv.toml', 'pip.conf', 'pip.ini'],
  ...['sitecustomize.py', 'usercustomize.py', 'node_modules', '.venv', 'venv'],
]);

/** Folder with definitions, settings and policies of the project. */
const definitions = 'agents';

/**
 * Files that trust covers as configuration: tools for files do not change them, since the next run, another program or the shell of
 * the user would act on them without a decision (ADR 0046). `bash` can, and a person sees the command.
 */
export class TrustedFiles {
  readonly #named: ReadonlySet<string>;

  /** @param named programs that settings name, by their paths from the project folder */
  constructor(named: readonly string[]) {
    this.#named = new Set(named.map((path) => folded(path.split('/'))));
  }

  /** @throws ToolFailure `trusted_path` */
  refuseChange({ names, shown }: ProjectPath): void {
    const folds = names.map((name) => foldName(name));
    if (folds[0] === definitions)
      throw refused(shown, 'it configures agents, their settings or their policies');
    if (folds.some((name) => startsPrograms.has(name)))
      throw refused(shown, 'editors, shells, hooks or package managers run programs from it');
    if (this.#named.has(folds.join('/'))) throw refused(shown, 'the settings start it as a program');
  }

  /**
   * Rejects a `package.json` that changes the scripts, because npm runs them at the next install.
   * @throws ToolFailure `trusted_path`
   */
  async refuseScripts(
    { names, shown }: ProjectPath,
    content: Buffer,
    before: () => Promise<Buffer | undefined>,
  ): Promise<void> {
    if (foldName(names.at(-1) ?? '') !== 'package.json') return;
    if (scriptsIn(await before()) !== scriptsIn(content))
      throw refused(shown, 'the change would alter its scripts');
  }
}

function refused(shown: string, why: string): ToolFailure {
  return new ToolFailure(
    'trusted_path',
    `${shown} is part of the trusted project: ${why}. Ask the user to change it, or change it with bash, which needs approval.`,
  );
}

const folded = (names: readonly string[]) => names.map((name) => foldName(name)).join('/');

/** Returns the scripts as one text; empty for a file that npm cannot read. */
function scriptsIn(bytes: Buffer | undefined): string {
  try {
    const read: unknown = JSON.parse(bytes?.toString().replace(/^\uFEFF/, '') ?? '');
    const scripts: unknown =
      typeof read === 'object' && read !== null ? Reflect.get(read, 'scripts') : undefined;
    return JSON.stringify(scripts ?? {});
  } catch {
    return '{}';
  }
}
