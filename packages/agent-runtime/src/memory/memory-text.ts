import { canonicalJson, sha256Hex } from '@agent-home/protocol';
import type { MemoryEntry, SessionValue } from '../run-log/index.ts';
import type { Wording } from '../wording/wording.ts';

/**
 * Renders session values and recalled entries for a model. A memory must not give orders, so it is a JSON string without line
 * breaks between two lines. Its author cannot guess these lines, since they contain the run's salt.
 */
export function memoryText(
  { recalled, remembered }: { recalled: readonly MemoryEntry[]; remembered: readonly SessionValue[] },
  salt: string,
  { beforeMemory }: Pick<Wording, 'beforeMemory'>,
): string {
  if (recalled.length + remembered.length === 0) return '';
  const ofSession = remembered.map(({ key, value, tainted }) =>
    canonicalJson({ from_others: tainted, remembered_as: key, text: value }),
  );
  const ofEntries = recalled.map(({ text, time, tainted, origin, key, metadata, tags }) =>
    canonicalJson({
      from_others: tainted,
      run: origin.run_id,
      text,
      time,
      ...(key === undefined ? {} : { key }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(tags === undefined ? {} : { tags }),
    }),
  );
  return fenced([...ofSession, ...ofEntries], salt, beforeMemory);
}

/** Renders the result of a search in long-term memory: entries with their source, between lines that their authors cannot guess. */
export function searchResultText(
  found: readonly MemoryEntry[],
  salt: string,
  { beforeMemory }: Pick<Wording, 'beforeMemory'>,
): string {
  const lines = found.map(({ id, agent, text, time, tainted, origin, key, metadata, tags, edited }) =>
    canonicalJson({
      id,
      text,
      time,
      from_others: tainted,
      source: { agent, run: origin.run_id, record: origin.seq },
      ...(key === undefined ? {} : { key }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(tags === undefined ? {} : { tags }),
      ...(edited === undefined ? {} : { edited }),
    }),
  );
  return fenced(lines, salt, beforeMemory);
}

function fenced(lines: readonly string[], salt: string, beforeMemory: readonly string[]): string {
  const mark = sha256Hex(new TextEncoder().encode(`${salt}\n${lines.join('\n')}`)).slice(0, 16);
  return [...beforeMemory, `--- memory ${mark} ---`, ...lines, `--- end of memory ${mark} ---`].join('\n');
}
