import type { SmallWorld } from '../testing/small-world.ts';
import type { Doctored } from './small-world-parts.ts';

const check = 'runs mirrored';

function copyIn({ evidence }: SmallWorld) {
  const [run] = evidence.runs;
  if (!run) throw new Error('there is no run');
  return run;
}

function decisionIn({ evidence }: SmallWorld) {
  const [decision] = evidence.decisions;
  if (!decision) throw new Error('there is no decision');
  return decision;
}

/** Faults in copies of runs and in decisions on their calls, each with the finding that has to result. */
export const mirroring: Doctored[] = [
  ['a lost record', (world) => void copyIn(world).texts.pop(), check, 'has 2 of 3 records'],
  ['another record', (world) => void copyIn(world).texts.splice(1, 1, 'x'), check, 'has another record 1'],
  ['an erased text', (world) => void copyIn(world).texts.splice(2, 1, null), check, 'has another record 2'],
  [
    'a forgotten attempt at another history',
    (world) => {
      copyIn(world).isContradicted = false;
    },
    check,
    'has no mark of another history',
  ],
  [
    'a run of nobody',
    ({ evidence }) =>
      void evidence.runs.push({
        ...{ agentId: 'bo', runId: 'run_bo', texts: [], isContradicted: false, state: 'running' },
      }),
    check,
    'is a run that no agent sent',
  ],
  [
    'a lost request',
    ({ evidence }) => void evidence.decisions.pop(),
    check,
    'is a request that the home has lost',
  ],
  [
    'a second decision',
    ({ journal }) => void journal.approvals[0]?.decided.push({ decision: 'approve', outcome: 'done' }),
    check,
    'was decided twice',
  ],
  [
    'another decision',
    (world) => {
      decisionIn(world).certified = { decision: 'deny', argumentsSha256: 'hash' };
    },
    check,
    'was decided as approve and certified as deny',
  ],
  [
    'a decision without a certificate',
    (world) => {
      decisionIn(world).certified = undefined;
    },
    check,
    'certified as undefined',
  ],
  [
    'a decision for other arguments',
    (world) => {
      decisionIn(world).certified = { decision: 'approve', argumentsSha256: 'other' };
    },
    check,
    'is certified for other arguments',
  ],
];
