import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';

const hex = (text: string) => sha256Hex(new TextEncoder().encode(text));

/** Returns an entry as a run creates it; each text has its own id. */
export function toEntry(text: string, changes: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    id: hex(`${changes.agent ?? 'ada'}\n${text}`),
    agent: 'ada',
    session_id: 'session-1',
    time: '2026-03-01T12:00:00.000Z',
    text,
    tainted: false,
    origin: { run_id: 'run_1', seq: 3, hash: hex(text) },
    ...changes,
  };
}

/** Names that would lead to another place, another key or another agent if they were used unchanged. */
export const hostileAgents = [
  '../ada',
  '..',
  '.',
  '/etc/passwd',
  'ada\0',
  'ada\n',
  'ada:entries',
  'ada*',
  '{ada}',
  'Ada',
  'аda',
  'ada\u200b',
  'a\u0301da',
  '\u00e1da',
  '__proto__',
  '$(id)',
  "ada' --",
  'x'.repeat(10_000),
  '',
];
