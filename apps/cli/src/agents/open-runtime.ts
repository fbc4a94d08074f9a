import type { Settings, ToolSpec } from '@agent-home/definition';
import { shownText } from '@agent-home/protocol';
import type { RunStore, ToolProvider } from '@agent-home/runtime';
import {
  AgentRuntime,
  bindTools,
  chooseMcpServers,
  connectMcpServers,
  createModelPort,
  createNativeTools,
  createSkills,
  findModels,
  type McpProblem,
  type RunModel,
  Vault,
  withSpecNames,
} from '@agent-home/runtime-node';

export interface RuntimePlaces {
  /** What tools for files stay in, and where commands and servers run. */
  project: string;
  /** What holds for every project: its skills are read. */
  global: string;
  /** Where logs lie: no agent reads or writes them by its tools. */
  runs: string;
  store: RunStore;
}

export interface OpenRuntime {
  runtime: AgentRuntime;
  close(): Promise<void>;
}

/** Models, tools of this machine and the servers that an agent names, put together; nothing has started yet. */
export async function openRuntime(
  settings: Settings,
  {
    model,
    mcpServers,
    tools,
  }: {
    model: Pick<RunModel, 'provider' | 'name'>;
    mcpServers: readonly string[];
    tools: readonly ToolSpec[];
  },
  { project, global, runs, store }: RuntimePlaces,
  environment: NodeJS.ProcessEnv,
): Promise<OpenRuntime> {
  const servers = chooseMcpServers(settings.mcpServers, mcpServers);
  const vault = new Vault(settings.vault, {
    environment,
    tell: ({ code, message }) => console.error(`agent-home: ${shownText(message)} [${code}]`),
  });
  const models = findModels(settings, vault);
  // A key that is missing is known now, and not when a run has begun.
  await models(model.provider, model.name);
  const providers: ToolProvider[] = [
    createNativeTools({ projectFolder: project, hiddenFolders: [runs], environment }),
    createSkills({ projectFolder: project, globalFolder: global, hiddenFolders: [runs] }),
    bindTools(tools, settings.tools, { vault, folder: project, environment }),
    ...(servers.length === 0
      ? []
      : [
          withSpecNames(
            connectMcpServers(servers, { folder: project, tell, environment, vault }),
            settings.tools,
          ),
        ]),
  ];
  const runtime = new AgentRuntime({
    store,
    models: createModelPort(models),
    providers,
    vault,
    log: (message, facts) => console.error(`${message}: ${shownText(JSON.stringify(facts))}`),
  });
  return {
    runtime,
    async close() {
      await Promise.allSettled(providers.map((provider) => provider.close()));
    },
  };
}

/** An agent goes on without a server that is away (S3-69). */
function tell({ code, server, message }: McpProblem): void {
  console.error(`agent-home: MCP server ${shownText(server)}: ${shownText(message)} [${code}]`);
}
