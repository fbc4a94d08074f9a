import type {
  CallContext,
  CallTicket,
  PreparedCall,
  Settlement,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { withEither } from '../cancelling/either-signal.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { processEnvironment } from '../processes/process-environment.ts';
import { bashTool } from './commands/bash.ts';
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

export interface NativeToolsOptions {
  /** Absolute path of the folder that file tools cannot leave, and in which commands run. */
  projectFolder: string;
  /**
   * Absolute paths of folders that file tools neither read nor write, such as the state of runs. `.agent-home` is always hidden.
   */
  hiddenFolders?: readonly string[];
  /** Programs that settings name, by their paths from the project folder: tools for files do not change them. */
  trustedFiles?: readonly string[];
  /** Environment from which variables of commands are chosen; default: that of this process. */
  environment?: NodeJS.ProcessEnv;
}

/** The tools that come with the runtime: files of one project, and commands in it. */
export function createNativeTools(options: NativeToolsOptions): ToolProvider {
  const project = new ProjectFolder({
    folder: options.projectFolder,
    hiddenFolders: options.hiddenFolders ?? [],
    trustedFiles: options.trustedFiles ?? [],
  });
  const environment = processEnvironment(options.environment ?? process.env);
  return new NativeTools([
    readFileTool(project),
    readManyFilesTool(project),
    grepTool(project),
    globTool(project),
    writeFileTool(project),
    editFileTool(project),
    applyPatchTool(project),
    todoWriteTool(),
    bashTool(project, environment),
    gitCommitTool(project, environment),
    deleteFileTool(project),
    bashSudoTool(project, environment),
    systemShutdownTool(project, environment),
  ]);
}

class NativeTools implements ToolProvider {
  readonly source = 'native';
  readonly #tools: ReadonlyMap<string, NativeTool>;
  /** Aborts pending work when the provider is closed. */
  readonly #closing = new AbortController();

  constructor(tools: readonly NativeTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.description.name, tool]));
  }

  async tools(): Promise<ToolDescription[]> {
    return [...this.#tools.values()].map(({ description }) => structuredClone(description));
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
    return this.#until(context, (signal) => tool.invoke({ call, signal }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  #until<T>(context: CallContext, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withEither([context.signal, this.#closing.signal], act);
  }
}
