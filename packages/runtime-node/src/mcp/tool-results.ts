import type { ToolOutcome } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { failed, succeeded } from '../outcomes/tool-outcomes.ts';

/** Used members of a server's result. Content of an unknown kind is counted. */
export const toolResultSchema = z.looseObject({
  content: z
    .array(z.looseObject({ type: z.string() }))
    .max(10_000)
    .default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type ToolResult = z.output<typeof toolResultSchema>;

/** Converts a result to an outcome. It always counts as text of others, which later decisions consider. */
export function getOutcome(result: ToolResult): ToolOutcome {
  const texts = result.content.map(textOfPiece);
  const structured = structuredText(result.structuredContent);
  // A server that follows the protocol repeats its structured content as text.
  if (structured !== undefined && texts.length === 0) texts.push(structured);
  const metadata: JsonObject = { parts: texts.length };
  const outcome =
    result.isError === true
      ? failed('mcp_tool_error', 'the tool of the server failed; its content has the reason', {
          texts,
          metadata,
        })
      : succeeded(texts, metadata);
  return { ...outcome, tainted: true };
}

const pieceSchema = z.looseObject({
  text: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  resource: z
    .looseObject({
      uri: z.string().optional().catch(undefined),
      text: z.string().optional().catch(undefined),
      blob: z.string().optional().catch(undefined),
      mimeType: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

function textOfPiece(raw: ToolResult['content'][number]): string {
  const piece = pieceSchema.parse(raw);
  switch (raw.type) {
    case 'text':
      return piece.text ?? '';
    case 'image':
    case 'audio':
      return `[${raw.type}, ${short(piece.mimeType)}, ${base64Bytes(piece.data)} bytes: not shown]`;
    case 'resource_link':
      return `[a resource: ${short(piece.uri)}]`;
    case 'resource': {
      const { resource } = piece;
      if (resource?.text !== undefined) return `[the resource ${short(resource.uri)}]\n${resource.text}`;
      return `[the resource ${short(resource?.uri)}, ${short(resource?.mimeType)}, ${base64Bytes(resource?.blob)} bytes: not shown]`;
    }
    default:
      return `[content of the kind ${short(raw.type)}: not shown]`;
  }
}

function structuredText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested so deeply that it cannot be written.
    return '[structured content that cannot be shown]';
  }
}

function base64Bytes(data: string | undefined): number {
  return Math.floor(((data?.length ?? 0) * 3) / 4);
}

function short(text: string | undefined): string {
  return (text ?? 'unknown').slice(0, 200);
}
