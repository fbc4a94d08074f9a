import type { Finding } from '../checks/evidence.ts';
import { noFailedAnswers } from '../checks/no-failed-answers.ts';
import { noLongTurns } from '../checks/no-long-turns.ts';
import { nothingPrivate } from '../checks/nothing-private.ts';
import { readReadings } from '../home/readings.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import type { Journal } from '../journal/journal.ts';
import type { Neighbourhood } from './neighbourhood.ts';

/** Holds what the hostile resident got and did against what it may get and do. */
export async function checkNeighbourhood(
  home: SimulatedHome,
  journal: Journal,
  { secrets }: Neighbourhood,
): Promise<Finding[]> {
  const readings = home.readingsFile === undefined ? [] : await readReadings(home.readingsFile);
  return [
    ...nothingPrivate(journal, secrets),
    ...noFailedAnswers(readings, journal.calm),
    ...noLongTurns(readings),
  ];
}
