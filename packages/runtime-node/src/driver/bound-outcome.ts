import { asJson, canonicalJson, type JsonObject } from '@agent-home/protocol';
import { failedOutcome, maximumOutcomeBytes, type ToolOutcome } from '@agent-home/runtime';
import { z } from 'zod';

const largestMetadata = 16 * 1024;
const largestMessage = 2_000;
const mostParts = 100;

/** What a provider has to give; what is beside it is left off. */
const outcomeSchema = z.object({
  status: z.enum(['ok', 'error']),
  content: z.array(z.object({ text: z.string() })),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  metadata: z.unknown(),
  tainted: z.boolean().optional(),
});

/** An outcome as a log can hold it: well-formed, JSON, and of bounded size, whatever its provider sent. */
export function boundOutcome(outcome: ToolOutcome): ToolOutcome {
  const parsed = parse(outcome);
  if (!parsed) return failedOutcome('invalid_outcome', 'The tool gave something that is no outcome.');
  const { status, error, metadata, tainted } = parsed;
  let left = maximumOutcomeBytes;
  const content = parsed.content.slice(0, mostParts).flatMap(({ text }) => {
    if (left <= 0) return [];
    const cut = cutBytes(text.toWellFormed(), left);
    left -= Buffer.byteLength(cut);
    return [{ type: 'text' as const, text: cut }];
  });
  return {
    status,
    content,
    ...(error === undefined
      ? {}
      : {
          error: {
            code: cutBytes(error.code.toWellFormed(), 100),
            message: cutBytes(error.message.toWellFormed(), largestMessage),
          },
        }),
    metadata: asSoundObject(metadata, largestMetadata) ?? { cut: 'metadata that cannot be kept' },
    ...(tainted === true ? { tainted: true } : {}),
  };
}

/** A provider is foreign code: even to look at what it gave may throw. */
function parse(outcome: unknown): z.infer<typeof outcomeSchema> | undefined {
  try {
    return outcomeSchema.safeParse(outcome).data;
  } catch {
    return undefined;
  }
}

const note = '\n[… cut]';

function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = Math.max(0, bytes - note.length - 3);
  // A cut character at the end is dropped, not replaced.
  const kept = new TextDecoder('utf-8').decode(Buffer.from(text).subarray(0, room), { stream: true });
  return bytes > note.length * 2 ? `${kept}${note}` : kept;
}

/**
 * What a provider said as the JSON object that a log can hold, a copy; undefined where it is none, too large, or too deep to
 * stand in a record, which is nested itself.
 */
export function asSoundObject(value: unknown, largest: number): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    const text = canonicalJson(asJson({ level: { of: { the: { record: value } } } }));
    return text.length <= largest ? (JSON.parse(canonicalJson(asJson(value))) as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
