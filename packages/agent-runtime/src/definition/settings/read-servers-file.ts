import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { isError, type Problem } from '../problems/problem.ts';
import type { McpServerSettings } from './mcp-server-schema.ts';
import { isObject, readServers, serversSchema } from './read-servers.ts';

export interface ForeignServers {
  /** Usable entries, without the ignored members. */
  servers: Record<string, McpServerSettings>;
  /** Entries that cannot be used, and warnings of ignored members. */
  problems: Problem[];
}

/**
 * Reads a file of servers of another program: `.mcp.json`, `claude_desktop_config.json` (`mcpServers`) or `.vscode/mcp.json` (`servers`).
 * Other members of the file are ignored.
 * @throws DefinitionError if the file is no JSON object or has no servers
 */
export function readServersFile(content: Uint8Array | string, file: string): ForeignServers {
  const read = readDocument(file, content);
  const { value } = read;
  const written = isObject(value) ? (value.mcpServers ?? value.servers) : undefined;
  if (written === undefined)
    throw new DefinitionError([
      read.problem('missing_field', [], 'the file has neither mcpServers nor servers'),
    ]);
  const { document, problems } = readServers(read.with({ mcpServers: written }));
  const unusable = new Set(problems.filter(isError).map(({ path }) => String(path[1])));
  const { mcpServers } = checkShape(serversSchema, document);
  const servers = Object.fromEntries(Object.entries(mcpServers).filter(([name]) => !unusable.has(name)));
  return { servers, problems };
}
