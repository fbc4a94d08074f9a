import { expect, onTestFinished, test } from 'vitest';
import { observeNothing } from '../../../support/run-logs/observed-environment.ts';
import { huntedBugs } from '../hunted-bugs.ts';
import { playTeams } from './teams/play-teams.ts';
import { teamBugs } from './teams/team-bugs.ts';

/** Run one bug alone: `AGENT_HOME_BOARD_BUG=what-is-remembered-goes-on`. */
const hunted = huntedBugs(teamBugs, 3);
const few = { plain: 2, ask: 1, batch: 1, handoff: 1, graph: 1 };

test('fifty agents share only what they pass on', {
  timeout: 600_000,
}, async () => {
  const { leaks, wrong, seen, ...counts } = await playTeams({
    plain: 6,
    ask: 6,
    batch: 10,
    handoff: 4,
    graph: 3,
  });
  console.log(
    `fifty agents: ${JSON.stringify(counts)}, agents whose markers were found where they belong ${JSON.stringify(seen)}; ${leaks.length} leaked, ${wrong.length} wrong`,
  );
  expect({ leaks: leaks.slice(0, 10), wrong: wrong.slice(0, 10) }).toEqual({ leaks: [], wrong: [] });
  expect(counts.agents).toBe(50);
  // An agent that gets a handoff sees only the payload. An agent that hands over writes no response, and a workflow itself calls no
  // model.
  expect(seen).toEqual({
    prompt: 47,
    said: 26,
    answered: 35,
    remembered: 47,
    server: 47,
    payload: 12,
    passed: 21,
    vault: 0,
  });
});

test('every planted leak between project agents is found', {
  timeout: 600_000,
}, async () => {
  onTestFinished(observeNothing());
  expect(hunted.length).toBeGreaterThan(0);
  const told: string[] = [];
  for (const bug of hunted) {
    const { leaks } = await playTeams(few, { bug });
    told.push(`${bug.name}: ${leaks[0] === undefined ? 'NOT FOUND' : `found: ${leaks[0]}`}`);
  }
  console.log(`fifty agents, planted bugs:\n  ${told.join('\n  ')}`);
  expect(told.filter((line) => line.endsWith('NOT FOUND'))).toEqual([]);
});
