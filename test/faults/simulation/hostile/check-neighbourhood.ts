import { cardsTrue } from '../checks/cards-true.ts';
import { doorsKept } from '../checks/doors-kept.ts';
import { errandsDone } from '../checks/errands-done.ts';
import type { Evidence, Finding } from '../checks/evidence.ts';
import { noFailedAnswers } from '../checks/no-failed-answers.ts';
import { noLongTurns } from '../checks/no-long-turns.ts';
import { nobodyDelayed } from '../checks/nobody-delayed.ts';
import { nothingGrows } from '../checks/nothing-grows.ts';
import { nothingPrivate } from '../checks/nothing-private.ts';
import { readReadings } from '../home/readings.ts';
import type { SimulatedHome } from '../home/simulated-home.ts';
import type { Journal } from '../journal/journal.ts';
import { agentFacts, collectTraces, lookAtDoors } from './collect-traces.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { agentNames } from './places.ts';

/** Compares the access and actions of the hostile resident with its rights. */
export async function checkNeighbourhood(
  home: SimulatedHome,
  journal: Journal,
  neighbourhood: Neighbourhood,
  { bucket, ledger, pace }: Pick<Evidence, 'bucket' | 'ledger'> & { pace: number },
): Promise<Finding[]> {
  const traces = await collectTraces(home, neighbourhood);
  const readings = home.readingsFile === undefined ? [] : await readReadings(home.readingsFile);
  const hostile = new Set<string>([agentNames.hostile, agentNames.leaver]);
  return [
    ...nothingPrivate(journal, neighbourhood.secrets),
    ...noFailedAnswers(readings, journal.calm),
    ...noLongTurns(readings),
    ...nobodyDelayed(journal, ledger, { hostile, modest: agentNames.witness, pace }),
    ...errandsDone(journal),
    ...doorsKept(await lookAtDoors(home), journal.words),
    ...nothingGrows(traces, readings, journal.goneAt),
    ...cardsTrue(bucket, await agentFacts(home)),
  ];
}
