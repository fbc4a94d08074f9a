import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { jsonDocument } from '../../terminal/json-document.ts';
import { shownLines } from '../../terminal/untrusted-text.ts';
import { type MemoryPlaceFlags, withMemory } from './with-memory.ts';

export interface MemoryExportFlags extends MemoryPlaceFlags {
  format: 'json' | 'markdown';
}

/** `agent-home agents memory export AGENT`: prints every entry in full, the newest first. */
export async function exportMemory(name: string, flags: MemoryExportFlags): Promise<void> {
  const entries = await withMemory(name, flags, (store) => store.list(name));
  if (flags.format === 'json') return console.log(jsonDocument({ agent: name, entries }));
  console.log(`# Memory of ${inline(name)}`);
  for (const entry of entries) console.log(['', ...toMarkdown(entry)].join('\n'));
}

function toMarkdown({
  id,
  key,
  time,
  session_id,
  tainted,
  origin,
  tags,
  metadata,
  edited,
  text,
}: MemoryEntry) {
  const facts = [
    `id: ${id}`,
    `time: ${inline(time)}`,
    `session: ${inline(session_id)}`,
    `source: run ${inline(origin.run_id)}, record ${origin.seq}`,
    `words of others: ${tainted ? 'yes' : 'no'}`,
    ...(edited ? [`edited: ${inline(edited.time)} by ${inline(edited.by)}`] : []),
    ...(tags ? [`tags: ${inline(tags.join(' '))}`] : []),
    ...Object.entries(metadata ?? {}).map(([member, value]) => `${inline(member)}: ${inline(String(value))}`),
  ];
  // Indented lines are code: nothing in a text is a heading, a link or HTML.
  const quoted = shownLines(text).map((line) => `    ${line}`.trimEnd());
  return [`## ${inline(key ?? id.slice(0, 12))}`, '', ...facts.map((fact) => `- ${fact}`), '', ...quoted];
}

/** Escapes a text for one line of Markdown. */
function inline(text: string): string {
  return shownText(text).replace(/[\\`*_[\]<>#&|~!]/g, '\\$&');
}
