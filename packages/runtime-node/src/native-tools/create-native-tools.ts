import type {
  CallContext,
  CallTicket,
  PreparedCall,
  Settlement,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import { defaultSandbox, type Settings } from '@agent-home/agent-runtime/definition';
import type { JsonObject } from '@agent-home/protocol';
import { withEither } from '../cancelling/either-signal.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { processEnvironment } from '../processes/process-environment.ts';
import { Sandbox } from '../sandboxing/sandbox.ts';
import { BackgroundJobs } from './commands/background-jobs.ts';
import { bashTool } from './commands/bash.ts';
import { bashOutputTool, bashStopTool } from './commands/bash-jobs.ts';
import { bashSudoTool } from './commands/bash-sudo.ts';
import { gitCommitTool } from './commands/git-commit.ts';
import { systemShutdownTool } from './commands/system-shutdown.ts';
import { deleteFileTool } from './files/delete-file.ts';
import { editFileTool } from './files/edit-file.ts';
import { readFileTool } from './files/read-file.ts';
import { readManyFilesTool } from './files/read-many-files.ts';
import { writeFileTool } from './files/write-file.ts';
import { applyPatchTool } from './patching/apply-patch.ts';
import { todoWriteTool } from './planning/todo-write.ts';
import { ProjectFolder } from './project/project-folder.ts';
import { globTool } from './searching/glob.ts';
import { grepTool } from './searching/grep.ts';
import type { NativeTool } from './tool/native-tool.ts';
import { webFetchTool } from './web/web-fetch.ts';

export interface NativeToolsOptions {
  /** Absolute path of the folder that file tools cannot leave, and in which commands run. */
  projectFolder: string;
  /**
   * Absolute paths of folders that file tools neither read nor write, such as the state of runs. `.agent-home` is always hidden.
   */
  hiddenFolders?: readonly string[];
  /** Programs that settings name, by their paths from the project folder: tools for files do not change them. */
  trustedFiles?: readonly string[];
  /** Sandbox for commands of `bash`; default: the one of settings that set none. */
  sandbox?: Settings['sandbox'];
  /** Addresses that `web_fetch` may reach; default: public ones. */
  webFetch?: Settings['webFetch'];
  /** Environment from which variables of commands are chosen; default: that of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Called when tools are listed and commands would run without the sandbox that the settings prefer. */
  withoutSandbox?: ((reason: string) => void) | undefined;
}

/** The tools that come with the runtime: files of one project, and commands in it. */
export function createNativeTools(options: NativeToolsOptions): ToolProvider {
  const project = new ProjectFolder({
    folder: options.projectFolder,
    hiddenFolders: options.hiddenFolders ?? [],
    trustedFiles: options.trustedFiles ?? [],
  });
  const environment = processEnvironment(options.environment ?? process.env);
  const jobs = new BackgroundJobs();
  const sandbox = new Sandbox({
    settings: options.sandbox ?? defaultSandbox,
    hiddenFolders: options.hiddenFolders ?? [],
    environment: options.environment ?? process.env,
  });
  const tools = [
    readFileTool(project),
    readManyFilesTool(project),
    grepTool(project),
    globTool(project),
    writeFileTool(project),
    editFileTool(project),
    applyPatchTool(project),
    todoWriteTool(),
    bashTool(project, environment, jobs, sandbox, options.withoutSandbox),
    bashOutputTool(jobs),
    bashStopTool(jobs),
    gitCommitTool(project, environment),
    webFetchTool({
      allowPrivate: options.webFetch?.allowPrivate ?? false,
      environment: options.environment ?? process.env,
    }),
    deleteFileTool(project),
    bashSudoTool(project, environment),
    systemShutdownTool(project, environment),
  ];
  return new NativeTools(tools, jobs);
}

class NativeTools implements ToolProvider {
  readonly source = 'native';
  readonly #tools: ReadonlyMap<string, NativeTool>;
  readonly #jobs: BackgroundJobs;
  /** Aborts pending work when the provider is closed. */
  readonly #closing = new AbortController();

  constructor(tools: readonly NativeTool[], jobs: BackgroundJobs) {
    this.#jobs = jobs;
    this.#tools = new Map(tools.map((tool) => [tool.description.name, tool]));
  }

  async tools(): Promise<ToolDescription[]> {
    return Promise.all(
      [...this.#tools.values()].map(async ({ description, describePlace }) => ({
        ...structuredClone(description),
        ...(describePlace === undefined
          ? {}
          : { description: `${description.description}${await describePlace()}` }),
      })),
    );
  }

  async prepare(call: PreparedCall, context: CallContext): Promise<JsonObject> {
    const tool = this.#tools.get(call.tool);
    return this.#until(context, async (signal) => (await tool?.prepare?.({ call, signal })) ?? {});
  }

  async settle(call: PreparedCall, context: CallContext): Promise<Settlement> {
    const tool = this.#tools.get(call.tool);
    return this.#until(
      context,
      async (signal) => (await tool?.settle?.({ call, signal })) ?? { state: 'unknown' },
    );
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const tool = this.#tools.get(call.tool);
    if (tool === undefined)
      return failed(
        'unknown_tool',
        `the native tool ${call.tool} does not exist: call one of the given tools`,
      );
    return this.#until(context, (signal) =>
      tool.invoke({ call, signal, ending: context.ending, accepts: context.accepts }),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#jobs.close();
  }

  #until<T>(context: CallContext, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withEither([context.signal, this.#closing.signal], act);
  }
}
