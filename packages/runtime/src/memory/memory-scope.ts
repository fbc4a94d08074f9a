import type { RunStarted } from '@agent-home/run-log';
import type { MemoryScope } from '../ports/memory-store.ts';

/** What a run may recall, by what it has pinned. */
export function scopeOf({ agent, session_id: session, memory }: RunStarted): MemoryScope {
  return { agent, session, scope: memory?.scope ?? 'session' };
}
