import { collectVariables, type Settings } from '@agent-home/agent-runtime/definition';
import { isPassedOn } from '../processes/process-environment.ts';

/** Variables with the keys of trace exporters. */
const ofTracing = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'LANGSMITH_API_KEY'];

/**
 * Deletes variables with secrets from the environment of this process, so that its modules and child processes do not see them. The
 * vault and servers use a copy made before.
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
