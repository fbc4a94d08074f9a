import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import type { JournalEntry } from '@agent-home/model-emulator';
import { anyMarker, type Cast, type Kind, type Marker, type Seat, toMarkers } from './cast.ts';

/** Owner of a text. */
type Owner = Pick<Seat, 'agent' | 'session' | 'scope'>;

export interface Judged {
  /** Markers found in the wrong place. */
  leaks: string[];
  /** Markers found at their proper place: a board that sees none of a kind proves nothing. */
  seen: Record<Kind | 'remembered', number>;
  bytes: number;
}

const memoryBlock = /--- memory ([0-9a-f]+) ---[\s\S]*?--- end of memory \1 ---/g;

/** Judges every text for a model or a log by the owner of each marker in it. */
export class ContextJudge {
  readonly #markers: ReadonlyMap<string, Marker>;
  readonly #seats: readonly Seat[];
  readonly judged: Judged = {
    leaks: [],
    seen: { prompt: 0, session: 0, said: 0, answered: 0, file: 0, home: 0, server: 0, remembered: 0 },
    bytes: 0,
  };

  constructor(cast: Cast) {
    this.#markers = toMarkers(cast);
    this.#seats = cast.seats;
  }

  /** Attributes a request to the one session that its system text names. */
  request({ number, system = '', messages, tools }: JournalEntry): void {
    const owners = this.#seats.filter(({ mark }) => system.includes(mark));
    const [owner] = owners;
    if (!owner || owners.length > 1)
      return void this.judged.leaks.push(`request ${number} belongs to ${owners.length} sessions`);
    const text = JSON.stringify({ system, messages, tools });
    const where = `request ${number} of ${owner.agent}, ${owner.session}`;
    const remembered = [...text.matchAll(memoryBlock)].map(([block]) => block).join('\n');
    this.#search(remembered, owner, { where: `${where}, memory`, isMemory: true });
    this.#search(text.replace(memoryBlock, ''), owner, { where, isMemory: false });
  }

  /** @param record of the owner's run, with its values in it */
  record(record: RunRecord, owner: Owner): void {
    const isMemory = record.type.startsWith('memory.');
    this.#search(JSON.stringify(record), owner, { where: `${record.id} ${record.type}`, isMemory });
  }

  #search(text: string, owner: Owner, { where, isMemory }: { where: string; isMemory: boolean }): void {
    const { leaks, seen } = this.judged;
    this.judged.bytes += text.length;
    for (const [found] of text.matchAll(anyMarker)) {
      const marker = this.#markers.get(found);
      if (marker && mayHave(owner, marker, isMemory)) seen[isMemory ? 'remembered' : marker.kind]++;
      else leaks.push(`${where}: ${marker ? `${marker.kind} of ${marker.agent}, ${marker.session}` : found}`);
    }
  }
}

function mayHave({ agent, session, scope }: Owner, marker: Marker, isMemory: boolean): boolean {
  if (marker.agent !== agent) return false;
  if (marker.session === undefined || marker.session === session) return true;
  // Memory may belong to all sessions of an agent, but a transcript belongs to one session.
  return isMemory && scope === 'agent';
}
