import { failedOutcome, maximumOutcomeBytes, type ToolOutcome } from '@agent-home/agent-runtime';
import type { Media } from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJson, type JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { createMedia } from '../media/create-media.ts';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { Cleaner } from './cleaner.ts';

/** Base64 characters of all files of an outcome. */
const largestFiles = 16 * 1024 * 1024;
const largestMetadata = 16 * 1024;
const largestMessage = 2_000;
const mostParts = 100;

/** Members that a provider must return; others are dropped. */
const outcomeSchema = z.object({
  status: z.enum(['ok', 'error']),
  content: z.array(z.object({ text: z.string() })),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  media: z
    .array(z.object({ name: z.string(), data: z.string() }))
    .max(8)
    .optional(),
  metadata: z.unknown(),
  tainted: z.boolean().optional(),
});

/**
 * Makes an outcome fit for the log: well-formed JSON of limited size, without secrets and redacted text. Results
 * are cleaned before they are cut, because half a secret would not be recognized.
 */
export function limitOutcome(outcome: ToolOutcome, cleaner = new Cleaner()): ToolOutcome {
  const parsed = parse(outcome);
  if (!parsed)
    return failedOutcome('invalid_outcome', 'The tool returned an invalid result. Do the task without it.');
  const { status, error, metadata, tainted } = parsed;
  const { media, refused } = limitMedia(parsed.media ?? [], cleaner);
  let left = maximumOutcomeBytes;
  const content = cleanParts([...parsed.content, ...refused.map((text) => ({ text }))], cleaner).flatMap(
    (text) => {
      if (left <= 0) return [];
      const cut = cutBytes(text.toWellFormed(), left);
      left -= Buffer.byteLength(cut);
      return [{ type: 'text' as const, text: cut }];
    },
  );
  return {
    status,
    content,
    ...(error === undefined
      ? {}
      : {
          error: {
            code: cutBytes(cleaner.clean(error.code.slice(0, largestSearched)).toWellFormed(), 100),
            message: cutBytes(
              cleaner.clean(error.message.slice(0, largestSearched)).toWellFormed(),
              largestMessage,
            ),
          },
        }),
    ...(media.length === 0 ? {} : { media }),
    metadata: cleanMetadata(metadata, cleaner) ?? { cut: 'metadata that cannot be kept' },
    ...(tainted === true ? { tainted: true } : {}),
  };
}

/** Searched length of one text: longer than the kept part, so that a secret at the cut is seen whole. */
const largestSearched = maximumOutcomeBytes + 64 * 1024;

/** A secret may be split over parts that the model reads consecutively; such parts are merged. */
function cleanParts(parts: readonly { text: string }[], cleaner: Cleaner): string[] {
  let left = largestSearched;
  const texts = parts.slice(0, mostParts).map(({ text }) => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  });
  const cleaned = texts.map((text) => cleaner.clean(text));
  const joined = cleaned.join('\n');
  const whole = texts.length > 1 ? cleaner.clean(joined) : joined;
  return whole === joined ? cleaned : [whole];
}

/**
 * Reads the files of an outcome again, since a provider is foreign code. One that contains a secret or is no file for models is
 * refused. Patterns of policies are for texts and do not apply.
 */
function limitMedia(
  given: readonly { name: string; data: string }[],
  cleaner: Cleaner,
): { media: Media[]; refused: string[] } {
  const media: Media[] = [];
  const refused: string[] = [];
  let left = largestFiles;
  for (const { name, data } of given) {
    left -= data.length;
    const shown = cleaner.clean(name.slice(0, 300));
    const bytes = left < 0 ? undefined : Buffer.from(data, 'base64');
    const text = bytes?.toString('latin1') ?? '';
    if (!bytes || cleaner.secrets.clean(text) !== text)
      refused.push(`[${shown} is left out: ${bytes ? 'it contains a secret' : 'the files are too large'}]`);
    else
      try {
        media.push(createMedia(shown, bytes));
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        refused.push(`[${error.message}]`);
      }
  }
  return { media, refused };
}

function cleanMetadata(metadata: unknown, cleaner: Cleaner): JsonObject | undefined {
  const sound = asSoundObject(metadata, largestMetadata);
  return sound && cleaner.cleanValue(sound);
}

/** Parses an outcome. A provider is foreign code, so even reading its result may throw. */
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

/** JSON around the value in a record, so that its nesting counts towards the limit. */
const before = '{"level":{"of":{"the":{"record":';
const after = '}}}}';

/**
 * Returns a copy of a provider's value as a JSON object for the log. Undefined if it is not one, or is too large or too deep; a
 * record adds nesting of its own.
 */
export function asSoundObject(value: unknown, largest: number): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    const text = canonicalJson(asJson({ level: { of: { the: { record: value } } } }));
    if (text.length > largest) return undefined;
    return JSON.parse(text.slice(before.length, -after.length)) as JsonObject;
  } catch {
    return undefined;
  }
}
