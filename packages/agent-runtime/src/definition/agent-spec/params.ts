import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { AgentDefinition, ToolLists } from '../definition/agent-definition.ts';
import { definedMembers } from '../definition/members.ts';
import { isReservedParam, paramsSchema, type ReservedParams } from '../definition/reserved-params.ts';
import { checkShape } from '../document/check-shape.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { getSpecName } from '../names/spellings.ts';
import type { Problem } from '../problems/problem.ts';

const nested = z.object({ spec: z.object({ runtime: z.object({ params: paramsSchema }) }) });

/** Reads the members below `spec.runtime.params`: ours, the author's own (`x-…`), and the runtime's. */
export function readParams(
  params: JsonObject,
  document: SourceDocument,
): { ours: ReservedParams; extensions: JsonObject; rest: JsonObject } {
  const members = Object.entries(params);
  const extensions = Object.fromEntries(members.filter(([name]) => name.startsWith('x-')));
  const rest = Object.fromEntries(members.filter(([name]) => !isReservedParam(name)));
  const reserved = Object.fromEntries(
    members.filter(([name]) => isReservedParam(name) && !name.startsWith('x-')),
  );
  const { spec } = checkShape(nested, document.with({ spec: { runtime: { params: reserved } } }));
  return { ours: spec.runtime.params, extensions, rest };
}

/** `spec.tools` can hold spec names only. A list with other entries is repeated in the parameters, and the two must agree. */
export function readToolLists(
  tools: string[],
  { tools: ours }: ReservedParams,
  document: SourceDocument,
): { lists: ToolLists; problems: Problem[] } {
  const deny = ours?.deny ?? [];
  if (!ours?.every && !ours?.allow) return { lists: { allow: tools, deny }, problems: [] };
  const expected = ours.every ? [] : specTools(ours.allow ?? []);
  const agree = !(ours.every && ours.allow) && tools.join() === expected.join();
  const message = `spec.tools contradicts runtime.params.tools: set spec.tools to [${expected.join(', ')}]`;
  return {
    lists: { ...(ours.every ? {} : { allow: ours.allow ?? [] }), deny },
    problems: agree ? [] : [document.problem('tools_disagree', ['spec', 'tools'], message)],
  };
}

const specName = /^[a-z][a-z0-9-]{2,62}$/;

function specTools(allow: readonly string[]): string[] {
  if (allow.every((entry) => specName.test(entry))) return [...allow];
  return [...new Set(allow.filter((entry) => !entry.endsWith('*')).map(getSpecName))];
}

/** Writes `spec.tools`, and the parameters for entries that it cannot hold. */
export function writeToolLists({ allow, deny }: ToolLists): { tools: string[]; params: JsonObject } {
  const tools = specTools(allow ?? []);
  const isSaid = allow?.every((entry) => specName.test(entry));
  const ours: JsonObject = {
    ...(allow === undefined ? { every: true } : isSaid ? {} : { allow }),
    ...(deny.length > 0 ? { deny } : {}),
  };
  return { tools, params: Object.keys(ours).length > 0 ? { tools: ours } : {} };
}

/** Returns all parts of a definition that AgentSpec has no member for. */
export function writeParams(definition: AgentDefinition): JsonObject {
  const { scope, limits, mcpServers, home, teamwork, extensions, runtime, tools } = definition;
  return {
    ...runtime.params,
    ...(scope === undefined ? {} : { scope }),
    ...definedMembers(limits, ['maxTotalTokens', 'maxCost']),
    ...writeToolLists(tools).params,
    ...(mcpServers.length > 0 ? { mcp: { servers: mcpServers } } : {}),
    ...(home === undefined ? {} : { home: { ...home } as JsonObject }),
    ...teamwork,
    ...extensions,
  };
}
