import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from '../prompts/mode-prompts.ts';
import { registerResources } from '../resources/register-resources.ts';
import { allTools } from '../tools/all-tools.ts';
import { registerGateway } from './gateway.ts';
import { instructions } from './instructions.ts';
import { listedSchema } from './listed-schema.ts';
import { runTool } from './run-tool.ts';
import type { ServerSurroundings } from './surroundings.ts';

/** Builds a server for one connection. Its description has only our own text, which does not depend on the home. */
export function buildServer(surroundings: ServerSurroundings): McpServer {
  const { membership, version, log, gateway } = surroundings;
  const server = new McpServer({ name: 'agent-home', version }, { instructions });
  registerPrompts(server);
  if (gateway) {
    // Resources would be read without a decision and a record.
    registerGateway(server, gateway, log);
    return server;
  }
  for (const tool of allTools) {
    const { name, description, readOnly } = tool;
    server.registerTool(
      name,
      { description, inputSchema: listedSchema(tool.schema), annotations: { readOnlyHint: readOnly } },
      (given, context) => runTool(tool, given, surroundings, context),
    );
  }
  registerResources(server, membership, log);
  return server;
}
