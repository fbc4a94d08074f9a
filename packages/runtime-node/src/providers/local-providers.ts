import type { ToolProvider } from '@agent-home/agent-runtime';
import type { Settings, ToolSpec } from '@agent-home/agent-runtime/definition';
import { bindTools } from '../bindings/bind-tools.ts';
import { withSpecNames } from '../bindings/with-spec-names.ts';
import type { Programs } from '../definitions/index.ts';
import { connectMcpServers, type McpServersOptions } from '../mcp/connect-mcp-servers.ts';
import type { McpServerConfig } from '../mcp/server-config.ts';
import { createNativeTools, type NativeToolsOptions } from '../native-tools/create-native-tools.ts';
import { createSkills } from '../skills/create-skills.ts';
import type { Vault } from '../vault/vault.ts';

export interface LocalProvidersOptions extends Pick<McpServersOptions, 'tell' | 'loginFolder' | 'fetch'> {
  specs: readonly ToolSpec[];
  servers: readonly McpServerConfig[];
  /** Project folder, which file tools cannot leave, and the global folder. */
  places: { project: string; global: string };
  /** Programs of the settings: where they start, and which of them are files of the project. */
  programs: Programs;
  /** Folders of logs, keys and memory: no agent reads or writes them with its tools. */
  hiddenFolders: readonly string[];
  environment: NodeJS.ProcessEnv;
  vault: Vault;
  withoutSandbox?: NativeToolsOptions['withoutSandbox'];
}

/** Returns the tool providers of an agent on this machine: native tools, skills, bound tools and servers. It starts no process. */
export function createLocalProviders(
  settings: Settings,
  {
    specs,
    servers,
    places: { project, global },
    programs: { placeOf, trustedFiles, isTrusted },
    hiddenFolders,
    environment,
    vault,
    withoutSandbox,
    ...connection
  }: LocalProvidersOptions,
): ToolProvider[] {
  const bound = (provider: ToolProvider) => withSpecNames(provider, specs, settings.tools);
  return [
    bound(
      createNativeTools({
        projectFolder: project,
        hiddenFolders,
        trustedFiles,
        sandbox: settings.sandbox,
        webFetch: settings.webFetch,
        environment,
        withoutSandbox,
      }),
    ),
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
              environment,
              vault,
              ...connection,
            }),
          ),
        ]),
  ];
}
