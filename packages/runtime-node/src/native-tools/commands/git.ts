import { dirname } from 'node:path';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { type CommandResult, runCommand } from '../../processes/run-command.ts';

/**
 * Settings that keep git from running anything of the project: hooks, file watchers, editors, signing programs,
 * background maintenance, nested repositories with their own settings, and folders that only look like a
 * repository.
 */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.editor=true',
  'commit.gpgSign=false',
  'commit.template=/dev/null',
  'log.showSignature=false',
  'diff.ignoreSubmodules=all',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

const timeoutMs = 60_000;
const maximumBytes = 64 * 1024;
const maximumListBytes = 4 * 1024 * 1024;
/** Filter names come from the repository, so they cannot be disabled without knowing them. */
const filterCommands = '^filter\\..*\\.(clean|smudge|process)$';

/** Git in one folder, which must be a repository itself; one of a parent folder does not belong to this project. */
export class Git {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #signal: AbortSignal;

  constructor(folder: string, environment: Record<string, string>, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
    this.#environment = {
      ...environment,
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      GIT_LITERAL_PATHSPECS: '1',
      // Missing objects would be fetched by a program that the repository names.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_CEILING_DIRECTORIES: dirname(folder),
    };
  }

  async run(args: readonly string[], input?: string, bytes = maximumBytes): Promise<CommandResult> {
    const result = await runCommand({
      program: 'git',
      arguments: ['--no-pager', ...settings, ...args],
      folder: this.#folder,
      environment: this.#environment,
      ...(input === undefined ? {} : { input }),
      timeoutMs,
      maximumBytes: bytes,
      errorsApart: true,
      signal: this.#signal,
    });
    if (result.ended === 'not_started')
      throw new ToolFailure('command_not_started', 'git is not installed on this machine');
    if (result.ended === 'timed_out')
      throw new ToolFailure('tool_timeout', `git did not finish within ${timeoutMs} ms`);
    if (result.ended === 'cancelled') throw new ToolFailure('tool_cancelled', 'the call was cancelled');
    return result;
  }

  /** @throws ToolFailure `command_failed` if git fails */
  async mustRun(args: readonly string[], input?: string): Promise<string> {
    return sound(args, await this.run(args, input)).output.trim();
  }

  /** Lists the output of a command with `-z`. @throws ToolFailure `command_failed`, `too_large` */
  async list(args: readonly string[], input?: string): Promise<string[]> {
    const { output, outputBytes } = sound(args, await this.run(args, input, maximumListBytes));
    if (outputBytes > maximumListBytes)
      throw new ToolFailure('too_large', 'too many files in one call: pass fewer paths');
    return output.split('\0').filter((each) => each !== '');
  }

  /**
   * Rejects filter commands of the repository, because they came with it. Commands of the operator's own settings, such as for
   * large files, are allowed.
   * @throws ToolFailure `not_permitted`
   */
  async mustFilterNothing(): Promise<void> {
    const asked = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', filterCommands];
    const { exitCode, output } = await this.run(asked);
    const isOwn = output.split('\0').some((each) => each === 'local' || each === 'worktree');
    // Git exits with 1 if there are none.
    if (exitCode === 1 || (exitCode === 0 && !isOwn)) return;
    throw new ToolFailure(
      'not_permitted',
      'the git settings of this repository run filter commands, which are not allowed here: ask the user to commit',
    );
  }

  /** @throws ToolFailure `not_a_repository` */
  async mustBeRepository(): Promise<void> {
    const top = await this.run(['rev-parse', '--show-toplevel']);
    if (top.exitCode !== 0 || top.output.trim() !== this.#folder)
      throw new ToolFailure(
        'not_a_repository',
        'the project folder is not a git repository: run git init first',
      );
  }
}

function sound(args: readonly string[], result: CommandResult): CommandResult {
  if (result.exitCode === 0) return result;
  const said = [result.errorOutput, result.output].map((text) => text?.trim()).find((text) => text);
  throw new ToolFailure('command_failed', `git ${args[0]} failed: ${said ?? 'without a reason'}`);
}
