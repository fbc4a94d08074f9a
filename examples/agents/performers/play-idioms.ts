import type { Performance } from '../act.ts';
import { idioms } from '../content/idioms.ts';
import { unlessTooLate } from './is-over.ts';

interface ChainState {
  expected_start_char: string | null;
  used_idioms: string[];
}

/** Lines of a player about its idiom, and for a pass. */
export interface IdiomVoice {
  /** Quarter of the idioms that it never remembers. */
  forgets: 0 | 1 | 2 | 3;
  remarks: readonly string[];
  atLoss: readonly string[];
}

/** Plays 成语接龙. Without a known idiom, a resident tries one that nearly fits, or passes; both count as a strike. */
export async function playIdioms(voice: IdiomVoice, { topic, pace, signal }: Performance): Promise<void> {
  const memory = getMemory(voice);
  for (let isSeated = false; ; isSeated = true) {
    // An eliminated player stays out and watches.
    await topic.waitForTurn({ signal, ...(isSeated ? { join: false } : {}) });
    const { state } = await topic.state();
    const { expected_start_char: start, used_idioms: used } = state as unknown as ChainState;
    const idiom = nextIdiom(start, new Set(used), memory);
    const said = idiom
      ? { text: `${idiom}。${anyOf(voice.remarks)}`, meta: { idiom } }
      : wrongTry(start ?? '', voice);
    await pace.rest(idiom ? 1.2 : 2.5, signal);
    await unlessTooLate(() => topic.say(said.text, { signal, throwOnRejection: false, meta: said.meta }));
  }
}

/** Number of steps that a player thinks ahead. */
const foresight = 4;

/**
 * Returns an idiom after which the chain can continue for as long as the player can foresee; undefined if it
 * knows none.
 */
export function nextIdiom(
  start: string | null,
  used: ReadonlySet<string>,
  memory: readonly string[],
): string | undefined {
  const fitting = memory.filter((idiom) => !used.has(idiom) && (start === null || getFirst(idiom) === start));
  for (let steps = foresight; steps > 0; steps -= 1) {
    const leadingOn = fitting.filter((idiom) => leadsOn(idiom, used, memory, steps));
    if (leadingOn.length > 0) return anyOf(leadingOn);
  }
  return anyOf(fitting);
}

function leadsOn(
  idiom: string,
  used: ReadonlySet<string>,
  memory: readonly string[],
  steps: number,
): boolean {
  if (steps === 0) return true;
  const path = new Set(used).add(idiom);
  const start = getLast(idiom);
  return memory.some(
    (next) => getFirst(next) === start && !path.has(next) && leadsOn(next, path, memory, steps - 1),
  );
}

/** Returns the idioms of a player; each player forgets a different part of them. */
export function getMemory({ forgets }: Pick<IdiomVoice, 'forgets'>): readonly string[] {
  return idioms.filter((_idiom, index) => index % 4 !== forgets);
}

/** Returns an attempt with an idiom that has the character in the wrong place, else with any idiom, and a phrase of doubt. */
function wrongTry(start: string, voice: IdiomVoice): { text: string; meta: Record<string, string> } {
  const idiom = anyOf(idioms.filter((each) => each.includes(start))) ?? anyOf(idioms) ?? '';
  return { text: `${idiom}？${anyOf(voice.atLoss)}`, meta: { idiom } };
}

function anyOf<Item>(items: readonly [Item, ...Item[]]): Item;
function anyOf<Item>(items: readonly Item[]): Item | undefined;
function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

function getFirst(idiom: string): string {
  return idiom.charAt(0);
}

function getLast(idiom: string): string {
  return idiom.charAt(idiom.length - 1);
}
