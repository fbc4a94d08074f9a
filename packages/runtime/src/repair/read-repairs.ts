import { JsonError, type JsonObject, parseStrictJson } from '@agent-home/protocol';
import { z } from 'zod';

/** In UTF-8; a repair is no place for anything longer. */
const mostBytes = 512 * 1024;
/** Arguments are nested by 32 at most, and stand three deep in the answer. */
const deepest = 40;

const answerSchema = z.object({
  repairs: z.array(z.looseObject({ tool_call_id: z.string() })).max(1_000),
});

/**
 * What a repairing model says, by call. It is text of a model: whatever is no answer to what was asked repairs nothing, and two
 * repairs of one call are none.
 */
export function readRepairs(content: string): ReadonlyMap<string, JsonObject | 'ambiguous_repair'> {
  const found = new Map<string, JsonObject | 'ambiguous_repair'>();
  for (const repair of repairsIn(content)) {
    const id = String(repair.tool_call_id);
    found.set(id, found.has(id) ? 'ambiguous_repair' : repair);
  }
  return found;
}

function repairsIn(content: string): JsonObject[] {
  const text = withoutFence(content.trim());
  if (!text.startsWith('{') || text.length > mostBytes) return [];
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostBytes) return [];
  try {
    const parsed = answerSchema.safeParse(parseStrictJson(bytes, { maxDepth: deepest }));
    return parsed.success ? (parsed.data.repairs as JsonObject[]) : [];
  } catch (error) {
    if (error instanceof JsonError) return [];
    throw error;
  }
}

/** Many models put JSON between lines of Markdown, whatever they are told. */
function withoutFence(text: string): string {
  const fenced = /^```(?:json)?\n(.*)\n```$/s.exec(text);
  return fenced?.[1] ?? text;
}
