import type { House, Question, Verdict } from './case.ts';
import { CaseGenerator, questionsOfHouse } from './generate-cases.ts';
import { judgeCase } from './oracle/judge-case.ts';

export interface Difference {
  house: House;
  question: Question;
  expected: Verdict;
  decided: Verdict | { threw: string };
}

export interface BoardResult {
  cases: number;
  /** Number of cases by the oracle's effect. */
  counts: Record<Verdict['effect'], number>;
  unjudged: number;
  /** Number of cases in which the code allowed more than the oracle. */
  bypassed: number;
  differences: number;
  first: Difference | undefined;
}

const permissiveness = { no_tool: 0, deny: 0, confirm: 1, allow: 2 };

/** @param until ends at the first difference */
export function runBoard(
  openHouse: (house: House) => (question: Question) => Verdict,
  { seed, cases, until = 'end' }: { seed: number; cases: number; until?: 'end' | 'difference' },
): BoardResult {
  const generator = new CaseGenerator(seed);
  const result: BoardResult = {
    cases: 0,
    counts: { allow: 0, confirm: 0, deny: 0, no_tool: 0 },
    unjudged: 0,
    bypassed: 0,
    differences: 0,
    first: undefined,
  };
  while (result.cases < cases) {
    const house = generator.house();
    const ask = openHouse(house);
    for (let asked = 0; asked < questionsOfHouse && result.cases < cases; asked++) {
      const question = generator.question();
      const expected = judgeCase(house, question);
      result.cases++;
      result.counts[expected.effect]++;
      if (expected.unjudged.length > 0) result.unjudged++;
      const decided = orThrown(() => ask(question));
      if (JSON.stringify(decided) === JSON.stringify(expected)) continue;
      result.differences++;
      result.first ??= { house, question, expected, decided };
      if (!('threw' in decided) && permissiveness[decided.effect] > permissiveness[expected.effect])
        result.bypassed++;
      if (until === 'difference') return result;
    }
  }
  return result;
}

function orThrown(ask: () => Verdict): Verdict | { threw: string } {
  try {
    return ask();
  } catch (error) {
    return { threw: error instanceof Error ? error.message : String(error) };
  }
}

export function formatBoard({ cases, counts, unjudged, bypassed, differences }: BoardResult): string {
  const told = Object.entries(counts).map(([effect, count]) => `${count} ${effect}`);
  return `bypassed denies: ${cases} cases (${told.join(', ')}; ${unjudged} with a condition that cannot be judged): ${bypassed} bypassed, ${differences} differences`;
}
