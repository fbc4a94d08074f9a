import type { KnownRuntime } from '@agent-home/runtime-node/definitions';

/** Returns the runtimes in addition to the native one, and which of them the environment names. */
export function knownRuntimes({
  AGENT_HOME_AGNO_PYTHON: python,
  AGENT_HOME_AGNO_URL: url,
  AGENT_HOME_LANGGRAPH: langgraph,
}: NodeJS.ProcessEnv) {
  return [
    {
      selector: 'agno',
      isConfigured: Boolean(python || url),
      remedy: 'set AGENT_HOME_AGNO_PYTHON or AGENT_HOME_AGNO_URL',
    },
    { selector: 'langgraph', isConfigured: Boolean(langgraph), remedy: 'set AGENT_HOME_LANGGRAPH' },
  ] as const satisfies readonly KnownRuntime[];
}

/** Deletes the secrets of other runtimes, for a process whose tools must not read them. Runtimes are opened with a copy made before. */
export function dropRuntimeSecrets(environment: NodeJS.ProcessEnv): void {
  delete environment.AGENT_HOME_AGNO_TOKEN;
}
