import type { RiskLevel, ToolDescription } from '@agent-home/agent-runtime';
import { canonicalJson, type JsonObject, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { boundedText } from '../outcomes/bounded-text.ts';
import type { ServerSettings } from './server-config.ts';

const maximumTools = 256;
const maximumDescriptionBytes = 4 * 1024;
const maximumSchemaBytes = 64 * 1024;
const maximumDepth = 32;

/** A tool of a server and its fingerprint, which covers everything that the server declares about it. */
export interface ListedTool {
  description: ToolDescription;
  fingerprint: string;
}

export interface ListedTools {
  /** Tools by the server's own names. */
  tools: ReadonlyMap<string, ListedTool>;
  /** Tools that were left out, each with the reason. */
  leftOut: string[];
}

const listedToolSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/, 'its name is not a valid tool name'),
  description: z.string().default(''),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: z
    .object({
      readOnlyHint: z.boolean().optional().catch(undefined),
      destructiveHint: z.boolean().optional().catch(undefined),
      idempotentHint: z.boolean().optional().catch(undefined),
    })
    .catch({})
    .default({}),
});
type ServersTool = z.output<typeof listedToolSchema>;

/** Reads a server's list of tools. Each is accepted or left out by itself, so an invalid one hides no other. */
export function readListedTools(server: ServerSettings, listed: readonly unknown[]): ListedTools {
  const leftOut: string[] = [];
  const taken: { tool: ServersTool; listed: ListedTool }[] = [];
  for (const raw of listed.slice(0, maximumTools)) {
    const read = readTool(server, raw);
    if (typeof read === 'string') leftOut.push(read);
    else taken.push(read);
  }
  if (listed.length > maximumTools)
    leftOut.push(`${listed.length - maximumTools} tools after the first ${maximumTools}`);
  const tools = new Map<string, ListedTool>();
  const namesakes = countNames(taken.map(({ tool }) => tool.name));
  for (const { tool, listed: one } of taken)
    if (namesakes.get(folded(tool.name)) === 1) tools.set(tool.name, one);
    else leftOut.push(`${tool.name}: another tool of the server has the same or a confusable name`);
  return { tools, leftOut };
}

function readTool(server: ServerSettings, raw: unknown): { tool: ServersTool; listed: ListedTool } | string {
  const shown = shownName(raw);
  if (isTooDeep(raw, maximumDepth)) return `${shown}: its description is nested too deeply`;
  const read = listedToolSchema.safeParse(raw);
  if (!read.success) return `${shown}: ${read.error.issues[0]?.message ?? 'cannot be read'}`;
  const tool = read.data;
  const parameters = jsonObjectSchema.safeParse(tool.inputSchema);
  const whole = jsonObjectSchema.safeParse(raw);
  if (!parameters.success || !whole.success) return `${shown}: its description is not JSON`;
  let said: string;
  try {
    said = canonicalJson(whole.data);
  } catch {
    return `${shown}: its description has no canonical JSON form`;
  }
  if (JSON.stringify(parameters.data).length > maximumSchemaBytes)
    return `${shown}: its schema is larger than ${maximumSchemaBytes} bytes`;
  return {
    tool,
    listed: {
      description: describe(server, tool, parameters.data),
      fingerprint: sha256Hex(Buffer.from(said)),
    },
  };
}

const jsonObjectSchema = z.record(z.string(), z.json());

function describe(server: ServerSettings, tool: ServersTool, parameters: JsonObject): ToolDescription {
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
  const onlyReads = server.trusted && readOnlyHint === true && destructiveHint !== true;
  return {
    name: `mcp.${server.name}.${tool.name}`,
    source: 'mcp',
    description: boundedText(tool.description, maximumDescriptionBytes),
    parameters,
    aliases: [],
    risk: getRisk(server, tool),
    sideEffects: !onlyReads,
    idempotent: onlyReads || (server.trusted && idempotentHint === true),
    prepares: false,
    timeoutMs: server.timeoutMs,
    ...(server.trusted ? { trusted: true } : {}),
  };
}

/**
 * Returns the risk of a tool. A server's warnings are always believed, its reassurances only if the operator
 * trusts it.
 */
function getRisk(server: ServerSettings, { annotations }: ServersTool): RiskLevel {
  if (annotations.destructiveHint === true) return 'high';
  if (!server.trusted) return 'medium';
  if (annotations.readOnlyHint === true) return 'safe';
  return annotations.destructiveHint === false ? 'low' : 'medium';
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  return counts;
}

/** Folds differences that readers overlook and that the repair of names ignores. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, '');
}

function shownName(raw: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(raw);
  return named.success ? JSON.stringify(named.data.name.slice(0, 80)) : 'a tool without a name';
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1));
}
