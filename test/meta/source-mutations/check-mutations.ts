import { mutations } from '../../faults/simulation/mutations/mutations.ts';
import { plantedBugs as bypassedDenies } from '../../security/boards/bypassed-denies/planted-bugs.ts';
import { plantedBugs as delegatingTeams } from '../../security/boards/delegating-teams/planted-bugs.ts';
import { handoffBugs } from '../../security/boards/doubled-effects/handoff-bugs.ts';
import { plantedBugs as doubledEffects } from '../../security/boards/doubled-effects/planted-bugs.ts';
import { tightenedBugs } from '../../security/boards/doubled-effects/tightened-bugs.ts';
import { plantedBugs as forgottenCommits } from '../../security/boards/forgotten-commits/planted-bugs.ts';
import { plantedBugs as leakedContexts } from '../../security/boards/leaked-contexts/planted-bugs.ts';
import { teamBugs } from '../../security/boards/leaked-contexts/teams/team-bugs.ts';
import { plantedBugs as unequalReplays } from '../../security/boards/unequal-replays/planted-bugs.ts';
import { changeSources } from './change-sources.ts';
import type { Mutation } from './changes.ts';
import { MutationError } from './mutation-error.ts';
import { readSources } from './read-sources.ts';

/**
 * `npm run check -- mutations`: every bug that the boards and the simulation plant fits the sources. Mutations of
 * `openspec/seed-coverage.md` are part of `npm run check -- specs`.
 */
const tables: Readonly<Record<string, readonly Mutation[]>> = {
  'test/faults/simulation/mutations': mutations,
  'test/security/boards/bypassed-denies/planted-bugs.ts': bypassedDenies,
  'test/security/boards/delegating-teams/planted-bugs.ts': delegatingTeams,
  'test/security/boards/doubled-effects/planted-bugs.ts': doubledEffects,
  'test/security/boards/doubled-effects/handoff-bugs.ts': handoffBugs,
  'test/security/boards/doubled-effects/tightened-bugs.ts': tightenedBugs,
  'test/security/boards/forgotten-commits/planted-bugs.ts': forgottenCommits,
  'test/security/boards/leaked-contexts/planted-bugs.ts': leakedContexts,
  'test/security/boards/leaked-contexts/teams/team-bugs.ts': teamBugs,
  'test/security/boards/unequal-replays/planted-bugs.ts': unequalReplays,
};
const sources = readSources();
let problems = 0;
let checked = 0;
for (const [table, list] of Object.entries(tables))
  for (const { name, changes } of list) {
    checked += 1;
    try {
      changeSources(sources, changes);
    } catch (error) {
      if (!(error instanceof MutationError)) throw error;
      problems += 1;
      console.error(`${table}: ${name}: ${error.message}`);
    }
  }
console.log(`${checked} planted bugs, ${problems} that do not fit the sources`);
process.exitCode = problems === 0 ? 0 : 1;
