import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import type { InputLine } from './input-lines.ts';

/** Task of an agent from one line. */
export interface BatchTask {
  line: number;
  /** SHA-256 of the line's bytes: an edited line is a different one. */
  sha256: string;
  prompt: string;
  /** Id of the line in the input. */
  id?: string;
}

export interface BadLine {
  line: number;
  code: 'line_too_long' | 'line_not_utf8' | 'line_invalid';
  message: string;
}

const taskSchema = z.strictObject({
  prompt: z.string().refine((text) => text.trim() !== '', 'is empty'),
  id: z.union([z.string().min(1).max(200), z.int()]).optional(),
});
const strictText = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a line: its text is the prompt, or it is a JSON object that contains one, so that a prompt may span several lines.
 * @returns undefined for an empty line
 */
export function readBatchLine({ number: line, bytes }: InputLine): BatchTask | BadLine | undefined {
  if (!bytes) return { line, code: 'line_too_long', message: 'has more than 1 MiB' };
  const text = toText(bytes);
  if (text === undefined) return { line, code: 'line_not_utf8', message: 'is not UTF-8' };
  if (text.trim() === '') return undefined;
  const sha256 = sha256Hex(bytes);
  if (!text.trimStart().startsWith('{')) return { line, sha256, prompt: text };
  const read = taskSchema.safeParse(getObject(text));
  if (!read.success) return { line, code: 'line_invalid', message: getWay(text, read.error) };
  const { prompt, id } = read.data;
  return { line, sha256, prompt, ...(id === undefined ? {} : { id: String(id) }) };
}

function toText(bytes: Buffer): string | undefined {
  try {
    return strictText.decode(bytes);
  } catch {
    return undefined;
  }
}

function getObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function getWay(text: string, { issues: [first] }: z.ZodError): string {
  if (getObject(text) === undefined)
    return 'begins as JSON and is none: write {"prompt": "…"} in one line, or begin it otherwise';
  return `wants {"prompt": "…", "id": "…"}: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`;
}
