import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '@agent-home/agent-runtime/definition';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { type Command, runCommand } from '../processes/run-command.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { findLayout } from './find-layout.ts';
import type { Layout } from './layout.ts';
import { sandboxExecArguments } from './sandbox-exec.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { findSystemProgram } from './system-program.ts';

/** Program that separates a command from the machine; `none` if it runs with all rights of the user. */
export type SandboxKind = 'bubblewrap' | 'sandbox-exec' | 'none';

export interface SandboxOptions {
  settings: Settings['sandbox'];
  /** Folders of logs, keys and memory, which commands cannot read. */
  hiddenFolders: readonly string[];
  /** Environment of this process, which names the home folder of the user. */
  environment: NodeJS.ProcessEnv;
}

export type PlainCommand = Pick<Command, 'program' | 'arguments' | 'folder' | 'environment'>;

export interface SandboxedCommand {
  kind: SandboxKind;
  command: PlainCommand & Pick<Command, 'given' | 'isWrapped'>;
  /** Called after the command and all that it started have ended. */
  release(): Promise<void>;
}

/** Sandbox that works on this machine, or the reason why there is none. */
type Working =
  | { kind: 'bubblewrap'; program: string; filter: Buffer }
  | { kind: 'sandbox-exec'; program: string }
  | { kind: 'none'; reason: string };

/** Longest time for the command that tries the sandbox. */
const probeMs = 10_000;

/** Sandbox for commands of a model, by the settings of the user (spec native-tools "Sandbox for commands"). */
export class Sandbox {
  readonly #options: SandboxOptions;
  #working: Promise<Working> | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /**
   * Returns the kind of sandbox for commands in a project, and if they have the network of this machine. The first call tries it.
   * `missing` is the reason why commands run without the sandbox that the settings prefer.
   */
  async look(project: string): Promise<{ kind: SandboxKind; network: boolean; missing?: string }> {
    const { settings } = this.#options;
    const found = await this.#find(project);
    const { kind } = found;
    return {
      kind,
      network: kind === 'none' || settings.network,
      ...(kind === 'none' && settings.bash === 'auto' ? { missing: found.reason } : {}),
    };
  }

  /**
   * Returns a command as it is started in the sandbox. Its folder is the real path of the project.
   * @throws ToolFailure `sandbox_unavailable`
   */
  async enter(command: PlainCommand): Promise<SandboxedCommand> {
    const working = await this.#find(command.folder);
    if (working.kind !== 'none') return this.#wrap(working, command, true);
    if (this.#options.settings.bash === 'required')
      throw new ToolFailure(
        'sandbox_unavailable',
        `the settings require a sandbox, and none works here (${working.reason}): install bubblewrap 0.8 or later, or set sandbox.bash to auto in the settings of the user`,
      );
    return { kind: 'none', command, release: async () => {} };
  }

  #find(project: string): Promise<Working> {
    this.#working ??= this.#try(project);
    return this.#working;
  }

  async #try(project: string): Promise<Working> {
    const { settings, environment } = this.#options;
    if (settings.bash === 'off') return { kind: 'none', reason: 'sandbox.bash is off' };
    const candidate = await findCandidate(environment.PATH, settings.network);
    if (candidate.kind === 'none') return candidate;
    const { PATH = '' } = environment;
    const plain = { program: 'true', arguments: [], folder: project, environment: { PATH } };
    try {
      const { command, release } = await this.#wrap(candidate, plain, false);
      const { signal } = new AbortController();
      const result = await runCommand({ ...command, timeoutMs: probeMs, maximumBytes: 4_096, signal });
      await release();
      if (result.exitCode === 0) return candidate;
      const [line = ''] = result.output.trim().split('\n');
      return { kind: 'none', reason: line === '' ? `${candidate.program} ended: ${result.ended}` : line };
    } catch (error) {
      // The project is at fault, not the machine: the call itself is refused for it.
      if (error instanceof ToolFailure) return candidate;
      throw error;
    }
  }

  async #wrap(
    working: Exclude<Working, { kind: 'none' }>,
    command: PlainCommand,
    holds: boolean,
  ): Promise<SandboxedCommand> {
    const { settings, hiddenFolders, environment } = this.#options;
    const { writable, network } = settings;
    const { layout, release } = await findLayout(
      { project: command.folder, hiddenFolders, writable, network, environment },
      { holds },
    );
    const inner = [command.program, ...command.arguments];
    if (working.kind === 'sandbox-exec') return wrapOnMac(working.program, layout, command, release);
    return {
      kind: working.kind,
      command: {
        program: working.program,
        arguments: bubblewrapArguments(layout, inner),
        folder: command.folder,
        environment: withTemporary(command.environment, '/tmp'),
        given: working.filter,
        isWrapped: true,
      },
      release,
    };
  }
}

async function wrapOnMac(
  program: string,
  layout: Layout,
  command: PlainCommand,
  release: () => Promise<void>,
): Promise<SandboxedCommand> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'agent-home-sandbox-')));
  return {
    kind: 'sandbox-exec',
    command: {
      program,
      arguments: sandboxExecArguments(layout, temporary, [command.program, ...command.arguments]),
      folder: command.folder,
      environment: { ...command.environment, TMPDIR: temporary },
    },
    release: async () => {
      await rm(temporary, { recursive: true, force: true });
      await release();
    },
  };
}

/** The folder of the environment for temporary files does not exist in the sandbox or is read-only. */
function withTemporary(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Record<string, string> {
  return environment.TMPDIR === undefined ? { ...environment } : { ...environment, TMPDIR: folder };
}

async function findCandidate(path: string | undefined, network: boolean): Promise<Working> {
  switch (process.platform) {
    case 'linux': {
      const filter = seccompFilter({ unixSockets: !network });
      const program = await findSystemProgram('bwrap', path);
      if (program === undefined) return { kind: 'none', reason: 'bwrap is in no system folder of PATH' };
      if (filter === undefined) return { kind: 'none', reason: `the processor ${process.arch} is unknown` };
      return { kind: 'bubblewrap', program, filter };
    }
    case 'darwin': {
      const program = await findSystemProgram('sandbox-exec', path);
      return program === undefined
        ? { kind: 'none', reason: 'sandbox-exec is in no system folder of PATH' }
        : { kind: 'sandbox-exec', program };
    }
    default:
      return { kind: 'none', reason: `there is none for ${process.platform}` };
  }
}
