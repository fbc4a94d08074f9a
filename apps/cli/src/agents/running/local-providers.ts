import type { ToolProvider } from '@agent-home/agent-runtime';
import type { Settings, ToolSpec } from '@agent-home/agent-runtime/definition';
import {
  bindTools,
  connectMcpServers,
  createNativeTools,
  createSkills,
  type McpProblem,
  type McpServerConfig,
  type Vault,
  withSpecNames,
} from '@agent-home/runtime-node';
import { loginFolder, machineState } from '../../state/project-state.ts';
import { withProxy } from '../../state/use-proxy.ts';
import { contextsFolder } from '../contexts/contexts-folder.ts';
import { memoryRoot } from '../memory/memory-place.ts';
import { routesFolder } from '../routing/misses.ts';
import type { Programs } from './places-of-programs.ts';

/** Returns the tool providers of an agent on this machine, for single runs and residents. It starts no process. */
export function localProviders(
  settings: Settings,
  {
    specs,
    servers,
    places: { project, global },
    programs: { placeOf, trustedFiles, isTrusted },
    hiddenFolders: others,
    environment,
    vault,
    tell,
  }: {
    specs: readonly ToolSpec[];
    servers: readonly McpServerConfig[];
    /** Project folder, which file tools cannot leave, and the global folder. */
    places: { project: string; global: string };
    /** Programs of the settings: where they start, and which of them are files of the project. */
    programs: Programs;
    /** Folders of logs, keys, memory, contexts and routing: no agent reads or writes them with its tools. */
    hiddenFolders: readonly string[];
    environment: NodeJS.ProcessEnv;
    vault: Vault;
    tell: (problem: McpProblem) => void;
  },
): ToolProvider[] {
  const hiddenFolders = [
    ...others,
    machineState(environment),
    memoryRoot(environment),
    contextsFolder(environment),
    routesFolder(environment),
  ];
  const bound = (provider: ToolProvider) => withSpecNames(provider, specs, settings.tools);
  return [
    bound(createNativeTools({ projectFolder: project, hiddenFolders, trustedFiles, environment })),
    createSkills({
      projectFolder: isTrusted ? project : undefined,
      globalFolder: global,
      hiddenFolders,
    }),
    bindTools(specs, settings.tools, { vault, placeOf: placeOf('tools') }),
    ...(servers.length === 0
      ? []
      : [
          bound(
            connectMcpServers(servers, {
              placeOf: placeOf('mcpServers'),
              project,
              tell,
              environment,
              vault,
              loginFolder: () => loginFolder(environment),
              ...withProxy(environment),
            }),
          ),
        ]),
  ];
}
