import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from '../prompts/mode-prompts.ts';
import { registerResources } from '../resources/register-resources.ts';
import { allTools } from '../tools/all-tools.ts';
import { instructions } from './instructions.ts';
import { listedSchema } from './listed-schema.ts';
import { runTool } from './run-tool.ts';
import type { ServerSurroundings } from './surroundings.ts';

/** Builds a server for one connection. Its description has only our own text, which does not depend on the home. */
export function buildServer(surroundings: ServerSurroundings): McpServer {
  const { membership, version, log } = surroundings;
  const server = new McpServer({ name: 'agent-home', version }, { instructions });
  for (const tool of allTools) {
    const { name, description, readOnly } = tool;
    server.registerTool(
      name,
      { description, inputSchema: listedSchema(tool.schema), annotations: { readOnlyHint: readOnly } },
      (given, context) => runTool(tool, given, surroundings, context),
    );
  }
  registerResources(server, membership, log);
  registerPrompts(server);
  return server;
}
