import type { ToolProvider } from '@agent-home/agent-runtime';
import type { Settings } from '@agent-home/agent-runtime/definition';
import { createLocalProviders, type LocalProvidersOptions } from '@agent-home/runtime-node';
import { loginFolder, machineState } from '../../state/project-state.ts';
import { withProxy } from '../../state/use-proxy.ts';
import { contextsFolder } from '../contexts/contexts-folder.ts';
import { memoryRoot } from '../memory/memory-place.ts';
import { routesFolder } from '../routing/misses.ts';

/**
 * Returns the tool providers of an agent on this machine, for single runs and residents, with all state of this command hidden. It
 * starts no process.
 */
export function localProviders(
  settings: Settings,
  options: Omit<LocalProvidersOptions, 'loginFolder' | 'fetch'>,
): ToolProvider[] {
  const { environment } = options;
  const hiddenFolders = [
    ...options.hiddenFolders,
    machineState(environment),
    memoryRoot(environment),
    contextsFolder(environment),
    routesFolder(environment),
  ];
  const connection = { loginFolder: () => loginFolder(environment), ...withProxy(environment) };
  return createLocalProviders(settings, { ...options, hiddenFolders, ...connection });
}
