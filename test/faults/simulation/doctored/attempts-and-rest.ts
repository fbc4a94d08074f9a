import type { Doctored } from './small-world-parts.ts';

/** Faults in the attempts of agents and in the final state, each with the finding that has to result. */
export const attemptsAndRest: Doctored[] = [
  [
    'an attack that was not refused',
    ({ journal }) =>
      void journal.attacks.push({
        agentId: 'bo',
        what: 'replayed a request',
        at: 1,
        refused: false,
        answer: '200',
      }),
    'kept out',
    'was not refused',
  ],
  [
    'an entry of an agent that was never granted anything',
    ({ journal }) => void journal.strangers.add('bo'),
    'kept out',
    'never granted anything',
  ],
  [
    'work that is left',
    ({ evidence }) => {
      evidence.waiting = { 'objects to publish': 2 };
    },
    'at rest',
    '2 still wait',
  ],
  [
    'a constraint that had to refuse something',
    ({ evidence }) => void evidence.violations.push('ERROR: duplicate key value violates unique constraint'),
    'at rest',
    'duplicate key',
  ],
  [
    'a process that ended by itself',
    ({ evidence }) => void evidence.unexpectedExits.push('worker ended (1)'),
    'at rest',
    'worker ended',
  ],
];
