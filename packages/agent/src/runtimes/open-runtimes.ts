import type { ModelPort } from '@agent-home/agent-runtime';
import { type FindModel, type RuntimeModels, routeModels } from '@agent-home/runtime-node';
import { knownRuntimes } from '../known-runtimes/index.ts';
import { RuntimeSetupError } from './runtime-setup-error.ts';

/** Models of a run, with the processes of other runtimes. */
export interface OpenModels {
  models: ModelPort;
  close(): Promise<void>;
}

interface Surroundings {
  environment: NodeJS.ProcessEnv;
  /** Private folder for the state of other runtimes. */
  folder: string;
}

/**
 * Adds the runtimes of the environment to the native one. Starts none before its first request.
 * @throws RuntimeSetupError for variables that cannot be used
 */
export async function openOtherRuntimes(
  native: ModelPort,
  find: FindModel,
  surroundings: Surroundings,
): Promise<OpenModels> {
  const [{ isConfigured: hasAgno }, { isConfigured: hasLanggraph }] = knownRuntimes(surroundings.environment);
  const agno = hasAgno ? await openAgnoHere(find, surroundings) : undefined;
  const langgraph = hasLanggraph ? await openLanggraphHere(native, surroundings) : undefined;
  const others: RuntimeModels = { ...(agno ? { agno } : {}), ...(langgraph ? { langgraph } : {}) };
  return {
    models: routeModels(native, others),
    close: async () => void (await Promise.allSettled([agno?.close(), langgraph?.close()])),
  };
}

/** Loads the adapter only for programs that use agno. */
async function openAgnoHere(find: FindModel, surroundings: Surroundings) {
  const { AgnoSettingsError, openAgno } = await import('@agent-home/runtime-agno');
  try {
    return openAgno(find, surroundings);
  } catch (error) {
    if (error instanceof AgnoSettingsError)
      throw new RuntimeSetupError(error.code, error.message, { cause: error });
    throw error;
  }
}

/** Loads the adapter only for programs that use LangGraph. */
async function openLanggraphHere(native: ModelPort, surroundings: Surroundings) {
  const { LanggraphSettingsError, openLanggraph } = await import('@agent-home/runtime-langgraph');
  try {
    return openLanggraph(native, surroundings);
  } catch (error) {
    if (error instanceof LanggraphSettingsError)
      throw new RuntimeSetupError(error.code, error.message, { cause: error });
    throw error;
  }
}
