import { type FoldedText, foldText, isLetterBorder } from './fold-text.ts';
import { KeywordAutomaton } from './keyword-automaton.ts';
import type { RoutedAgent, Trigger } from './routing.ts';

/** A keyword of a trigger. */
export interface KeywordUse {
  agent: RoutedAgent;
  trigger: number;
  of: Trigger;
  keyword: string;
  /** Index in the trigger, from 0. */
  at: number;
}

/** A keyword that occurs in a prompt. `applies` is false if its trigger requires a whole word and it occurs only inside others. */
export interface KeywordHit {
  use: KeywordUse;
  applies: boolean;
  /** Position in the original prompt. */
  start: number;
  end: number;
  /** Length in characters, as keywords are compared. */
  length: number;
}

interface Place {
  start: number;
  end: number;
}

/** Keywords of all agents, in one automaton, so that a text is read once for any number of keywords. */
export class KeywordTriggers {
  /** Folded keywords; several triggers may share one. */
  readonly #folded: string[] = [];
  readonly #uses: KeywordUse[][] = [];
  readonly #automaton: KeywordAutomaton;

  constructor(agents: readonly RoutedAgent[]) {
    const known = new Map<string, number>();
    for (const use of agents.flatMap(collectUses)) {
      const folded = foldKeyword(use);
      if (folded === '') continue;
      const at = known.get(folded) ?? this.#folded.length;
      known.set(folded, at);
      this.#folded[at] = folded;
      this.#uses[at] = [...(this.#uses[at] ?? []), use];
    }
    this.#automaton = new KeywordAutomaton(this.#folded);
  }

  /** Yields triggers that share a keyword, in its compared form. */
  *shared(): Generator<{ keyword: string; uses: readonly KeywordUse[] }> {
    for (const [at, uses] of this.#uses.entries())
      if (new Set(uses.map(({ agent }) => agent)).size > 1) yield { keyword: this.#folded[at] ?? '', uses };
  }

  *all(): Generator<KeywordUse> {
    for (const uses of this.#uses) yield* uses;
  }

  /** Returns the keywords that occur in the prompt, with their first position; those of a trigger in the author's order. */
  find(prompt: string): KeywordHit[] {
    const folded = foldText(prompt);
    const anywhere = new Map<number, Place>();
    const whole = new Map<number, Place>();
    const borders = collectBorders(folded);
    this.#automaton.scan(folded.text, (keyword, end) => {
      const start = end - (this.#folded[keyword]?.length ?? 0);
      const least = Math.min(borders(start), borders(end));
      if (least === border.none) return;
      if (!anywhere.has(keyword)) anywhere.set(keyword, { start, end });
      if (least === border.ofWords && !whole.has(keyword)) whole.set(keyword, { start, end });
    });
    return [...anywhere]
      .flatMap(([keyword, place]) =>
        (this.#uses[keyword] ?? []).map((use) => {
          const taken = use.of.match === 'substring' ? place : whole.get(keyword);
          return toHit(use, folded, { applies: taken !== undefined, ...(taken ?? place) });
        }),
      )
      .sort((one, other) => one.use.at - other.use.at);
  }
}

const border = { none: 1, ofLetters: 2, ofWords: 3 };

/** Returns a function that reads each position once, for any number of keywords that begin or end there. */
function collectBorders(folded: FoldedText): (at: number) => number {
  const known = new Uint8Array(folded.text.length + 1);
  return (at) => {
    if (known[at] === 0) known[at] = borderAt(folded, at);
    return known[at] ?? border.none;
  };
}

function borderAt(folded: FoldedText, at: number): number {
  if (!isLetterBorder(folded, at)) return border.none;
  return isWordBorder(folded.text, at) ? border.ofWords : border.ofLetters;
}

function collectUses(agent: RoutedAgent): KeywordUse[] {
  return agent.triggers.flatMap((of, trigger) =>
    (of.keywords ?? []).map((keyword, at) => ({ agent, trigger, of, keyword, at })),
  );
}

/** Folds a keyword. Blanks around a word are no part of it, but they are if any part of a text may match (S3-223). */
function foldKeyword({ keyword, of }: KeywordUse): string {
  return foldText(of.match === 'substring' ? keyword : keyword.trim()).text;
}

function toHit(
  use: KeywordUse,
  { text, starts, ends }: FoldedText,
  { applies, start, end }: Place & { applies: boolean },
): KeywordHit {
  return {
    use,
    applies,
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? 0,
    length: [...text.slice(start, end)].length,
  };
}

const ofWords = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts written without blanks between words or, like Korean, with endings attached to words. */
const cjk = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** True if a word may begin or end at this place of a folded text. Between letters of CJK, any place qualifies. */
export function isWordBorder(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const before = characterBefore(text, at);
  if (!ofWords.test(before) || !ofWords.test(after)) return true;
  return cjk.test(before) || cjk.test(after);
}

function characterBefore(text: string, at: number): string {
  const isPair = at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(isPair ? at - 2 : at - 1, at);
}
