import { every } from '../../../support/every.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { TestHome } from '../../../support/start-home.ts';
import type { Cell } from '../dimensions.ts';
import { expectCell } from '../expected/expect-cell.ts';
import type { Expectation } from '../expected/expectation.ts';
import { type ArmedCell, getTarget, type TryAt } from './attempts.ts';

export interface Difference {
  cell: Cell;
  agent: string;
  key: string;
  expected: string;
  why: string;
  answered: string;
}

export interface Tried {
  cells: number;
  allowed: number;
  /** Requests to the store, one for each credential that was tried. */
  attempts: number;
  differences: Difference[];
}

const atOnce = 12;

/** Invented credential of an agent that holds none. */
const madeUp: IssuedCredential = {
  access_key_id: 'STS.madeUpByAnAgentThatHoldsNothing',
  access_key_secret: 'made-up',
  security_token: 'made-up',
  expiration: '2099-01-01T00:00:00Z',
  keys: [],
  prefixes: [],
};

/**
 * Tries each cell with every credential of its agent, until one succeeds, because an agent's power is their union. Expected
 * refusals come first, so that allowed actions have not changed anything they depend on.
 */
export async function tryCells(
  cells: ArmedCell[],
  isExpected: (expectation: Expectation) => boolean,
  tryAt: TryAt,
): Promise<Tried> {
  const tried: Tried = { cells: 0, allowed: 0, attempts: 0, differences: [] };
  const judged = cells.map((one) => ({ ...one, expectation: expectCell(one.cell) }));
  const rank = ({ cell, expectation }: (typeof judged)[number]) =>
    !isExpected(expectation) ? 0 : cell.action === 'get' || cell.action === 'list' ? 1 : 2;
  for (const turn of [0, 1, 2]) {
    const now = judged.filter((one) => rank(one) === turn);
    await every(now.length, atOnce, async (index) => {
      const one = now[index];
      if (!one) return;
      const { cell, power, expectation } = one;
      const target = getTarget(one);
      let answer = false;
      for (const credential of power.credentials.length > 0 ? power.credentials : [madeUp]) {
        tried.attempts += 1;
        const copyTo = credential.keys.at(-1)?.key ?? 'agents/all/copied.json';
        answer = await tryAt(credential, { action: cell.action, ...target, copyTo });
        if (answer) break;
      }
      tried.cells += 1;
      if (answer) tried.allowed += 1;
      const expected = isExpected(expectation);
      if (answer === expected) return;
      const [word, other] = expected ? ['allowed', 'refused'] : ['refused', 'allowed'];
      tried.differences.push({
        cell,
        agent: power.agent.agentId,
        key: target.key,
        expected: word,
        why: expectation.why,
        answered: other,
      });
    });
  }
  return tried;
}

/** Keys that conflict with another object at or below them: a store on a file system cannot hold both. */
const noRoom = /_slash$|_below$|_as_key$/;

/** Creates an object wherever a cell expects one, so that "not found" is not mistaken for a refusal. */
export async function fillGaps(home: TestHome, cells: ArmedCell[]): Promise<void> {
  const { store } = home.open.platform;
  const wanted = cells.filter(
    ({ cell }) => !['put', 'multipart', 'symlink', 'list', 'put_tagged'].includes(cell.action),
  );
  const keys = [
    ...new Set(wanted.filter(({ cell }) => !noRoom.test(cell.object)).map((one) => getTarget(one).key)),
  ];
  await every(keys.length, atOnce, async (index) => {
    const key = keys[index] ?? '';
    await store.putIfAbsent(key, new TextEncoder().encode('{}')).catch((error: { code?: string }) => {
      if (error.code !== 'already_exists') throw error;
    });
  });
}
