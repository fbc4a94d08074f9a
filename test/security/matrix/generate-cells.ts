import {
  actions,
  type Cell,
  type CircleSituation,
  type HomeSituation,
  lifecycles,
  membershipModes,
  readScopes,
  relations,
  type Situation,
  standings,
  stores,
  type TaskSituation,
  type TopicSituation,
  visibilities,
} from './dimensions.ts';
import { cellsLeftOut, situationsLeftOut } from './left-out.ts';
import { objectNames } from './object-classes.ts';
import { getMoment, scenes } from './scenes/scenes.ts';

type Dimensions<Of> = { [Name in keyof Of]: readonly Of[Name][] };

/** Yields every combination of the values of these dimensions. */
function* product<Of extends object>(dimensions: Dimensions<Of>): Generator<Of> {
  const names = Object.keys(dimensions) as (keyof Of)[];
  function* from(position: number, chosen: Partial<Of>): Generator<Of> {
    const name = names[position];
    if (name === undefined) yield chosen as Of;
    else for (const value of dimensions[name]) yield* from(position + 1, { ...chosen, [name]: value });
  }
  yield* from(0, {});
}

function* everySituation(): Generator<Situation> {
  const who = { standing: standings, relation: relations };
  yield* product<HomeSituation>({ container: ['registry', 'prompt_bundle', 'platform'], ...who });
  yield* product<CircleSituation>({
    container: ['circle'],
    ...who,
    membershipMode: membershipModes,
    listed: [true, false],
    waiting: [true, false],
  });
  yield* product<TaskSituation>({
    container: ['task'],
    ...who,
    visibility: visibilities,
    lifecycle: ['open', 'closed'],
  });
  yield* product<TopicSituation>({
    container: ['topic'],
    ...who,
    visibility: visibilities,
    readScope: readScopes,
    moment: scenes.map(getMoment),
    lifecycle: lifecycles,
  });
}

/** Yields all possible situations. */
export function* situations(): Generator<Situation> {
  for (const situation of everySituation())
    if (!situationsLeftOut.some(({ applies }) => applies(situation))) yield situation;
}

export function* collectCells(situation: Situation): Generator<Cell> {
  for (const object of objectNames(situation.container))
    for (const action of actions)
      for (const store of stores) {
        const cell = { situation, object, action, store };
        if (!cellsLeftOut.some(({ applies }) => applies(cell))) yield cell;
      }
}

/** Returns the number of situations that each rule was the first to leave out. A rule with zero is redundant. */
export function countLeftOut(): { reason: string; situations: number }[] {
  const counts = situationsLeftOut.map(({ reason }) => ({ reason, situations: 0 }));
  for (const situation of everySituation()) {
    const first = counts[situationsLeftOut.findIndex(({ applies }) => applies(situation))];
    if (first) first.situations += 1;
  }
  return counts;
}
