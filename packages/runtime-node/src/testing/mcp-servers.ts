import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolProvider } from '@agent-home/agent-runtime';
import { onTestFinished } from 'vitest';
import { connectMcpServers, type McpServersOptions } from '../mcp/connect-mcp-servers.ts';
import type { McpProblem } from '../mcp/mcp-problem.ts';
import type { McpServerConfig } from '../mcp/server-config.ts';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from './scratch-project.ts';

const require = createRequire(import.meta.url);

/** Returns one of the protocol's reference servers, as installed. */
export function realServer(name: 'everything' | 'filesystem', args: string[] = []): McpServerConfig {
  const main = require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
  return { name, command: process.execPath, args: [main, ...args] };
}

export function hostileServer(listing = 'usual', more: Partial<McpServerConfig> = {}): McpServerConfig {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'hostile-server.mjs');
  return { name: 'hostile', command: process.execPath, args: [script, listing], ...more };
}

/** Returns a provider for these servers that closes with the test, and its reported problems. */
export function connected(
  servers: McpServerConfig[],
  options: Partial<McpServersOptions> = {},
): { provider: ToolProvider; problems: McpProblem[] } {
  const problems: McpProblem[] = [];
  const { folder } = scratchProject();
  const provider = connectMcpServers(servers, {
    placeOf: fixedPlace(folder, options.environment ?? process.env),
    project: folder,
    tell: (problem) => problems.push(problem),
    restartDelayMs: 10,
    ...options,
  });
  onTestFinished(() => provider.close());
  return { provider, problems };
}
