import type { ModelPort } from '@agent-home/agent-runtime';
import { createLanggraphModel } from './create-langgraph-model.ts';
import { LanggraphProcess } from './langgraph-process.ts';
import { readLanggraphSettings } from './langgraph-settings.ts';

/** Port of the runtime, with the process that it started. */
export interface OpenLanggraph extends ModelPort {
  /** Process id of the program while it runs. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Opens the runtime that the environment names; undefined if it names none. Starts nothing before the first request.
 * @param native port that calls the models of the graphs
 * @throws LanggraphSettingsError
 */
export function openLanggraph(
  native: ModelPort,
  { environment }: { environment: NodeJS.ProcessEnv },
): OpenLanggraph | undefined {
  const settings = readLanggraphSettings(environment);
  if (!settings) return undefined;
  const program = new LanggraphProcess(settings, environment);
  const { ask } = createLanggraphModel(native, { link: () => program.link() });
  return {
    ask,
    get pid() {
      return program.pid;
    },
    close: () => program.close(),
  };
}
