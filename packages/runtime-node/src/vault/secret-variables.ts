import { collectVariables, type Settings } from '@agent-home/agent-runtime/definition';
import { isPassedOn } from '../processes/process-environment.ts';

/** Variables by which exporters of traces are given their keys. */
const ofTracing = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'LANGSMITH_API_KEY'];

/**
 * Deletes variables that hold secrets from the environment of this process: modules that run in it, and children that inherit the whole
 * environment, find none. The vault and servers have them from a copy that was made before.
 */
export function dropSecretVariables(
  environment: NodeJS.ProcessEnv,
  { vault, mcpServers }: Pick<Settings, 'vault' | 'mcpServers'>,
): void {
  const ofVault = Object.values(vault).flatMap(({ env }) => env ?? []);
  const ofServers = Object.values(mcpServers).flatMap(({ env = {}, headers = {} }) => [
    ...collectVariables(env),
    ...collectVariables(headers),
  ]);
  for (const variable of [...ofVault, ...ofServers, ...ofTracing])
    if (!isPassedOn(variable)) delete environment[variable];
}
