import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { z } from 'zod';
import { serverNameSchema } from '../definition/fields.ts';
import { checkShape } from '../document/check-shape.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import type { Problem } from '../problems/problem.ts';
import { mcpServerMembers, mcpServerSchema } from './mcp-server-schema.ts';

export const serversSchema = z.object({ mcpServers: z.record(serverNameSchema, mcpServerSchema) });

export interface ReadServers {
  /** The settings with the servers that can be used. */
  document: SourceDocument;
  /** Unusable entries, and warnings of ignored members; the rest of the file is used. */
  problems: Problem[];
}

/**
 * Reads `mcpServers` as other programs write it: unknown members of an entry are reported and ignored, and an unusable entry does
 * not invalidate the rest. Such an entry counts as disabled, so that a server of the same name in other settings does not replace
 * it.
 */
export function readServers(document: SourceDocument): ReadServers {
  const { value } = document;
  const servers = isObject(value) ? value.mcpServers : undefined;
  if (!isObject(value) || !isObject(servers)) return { document, problems: [] };
  const problems: Problem[] = [];
  const usable: Record<string, JsonValue> = {};
  for (const [name, entry] of Object.entries(servers)) {
    const known = isObject(entry) ? knownMembers(document, name, entry, problems) : entry;
    const found = collectProblems(document, name, known);
    problems.push(...found);
    if (found.length === 0) usable[name] = known;
    else if (serverNameSchema.safeParse(name).success) usable[name] = { disabled: true };
  }
  return { document: document.with({ ...value, mcpServers: usable }), problems };
}

function knownMembers(
  document: SourceDocument,
  name: string,
  entry: JsonObject,
  problems: Problem[],
): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [member, value] of Object.entries(entry)) {
    if (mcpServerMembers.includes(member)) {
      kept[member] = value;
      continue;
    }
    if (member.startsWith('x-')) continue;
    const path = ['mcpServers', name, member];
    const message = `the member "${member}" of the MCP server ${name} is ignored`;
    const nearest = nearestName(member, mcpServerMembers);
    const found = document.problem('unknown_field', path, message, { nearest, at: 'name' });
    problems.push({ ...found, severity: 'warning' });
  }
  return kept;
}

function collectProblems(document: SourceDocument, name: string, entry: JsonValue): Problem[] {
  try {
    checkShape(serversSchema, document.with({ mcpServers: { [name]: entry } }));
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
