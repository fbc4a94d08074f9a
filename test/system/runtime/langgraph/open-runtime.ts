import { fileURLToPath } from 'node:url';
import type { ModelPort } from '@agent-home/agent-runtime';
import { type OpenLanggraph, openLanggraph } from '@agent-home/runtime-langgraph';
import type { PlayedRuntime } from '../contract/play-scenario.ts';

/** Folder whose `node_modules` has LangGraph: that of this repository. */
export const langgraphFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** LangGraph in a process that several scenarios use, each with its own model. */
export interface SharedLanggraph extends PlayedRuntime {
  langgraph: OpenLanggraph;
  close(): Promise<void>;
}

/** Starts the program with the first request. */
export function shareLanggraph(variables: NodeJS.ProcessEnv = {}): SharedLanggraph {
  let native: ModelPort | undefined;
  const models: ModelPort = {
    ask(request, context) {
      if (!native) throw new Error('no scenario is played');
      return native.ask(request, context);
    },
  };
  const langgraph = openLanggraph(models, {
    environment: { ...process.env, AGENT_HOME_LANGGRAPH: langgraphFolder, ...variables },
  });
  if (!langgraph) throw new Error('LangGraph is not configured');
  return {
    selector: 'langgraph',
    langgraph,
    open(_, opened) {
      native = opened;
      return langgraph;
    },
    close: () => langgraph.close(),
  };
}
