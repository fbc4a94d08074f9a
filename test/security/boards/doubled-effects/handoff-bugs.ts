import type { Mutation } from '../../../faults/simulation/mutations/mutation.ts';
import { plantedBugs } from './planted-bugs.ts';

const legs = 'packages/runtime-node/src/runs/legs-of-team.ts';
const alike = new Set(['lines-are-held-back']);

/** What could double or lose an effect once another agent has the run; each is a bug that the board has to find. */
export const handoffBugs: readonly Mutation[] = [
  ...plantedBugs.filter(({ name }) => alike.has(name)),
  {
    name: 'nobody-looks-whether-it-was-done',
    file: 'packages/runtime-node/src/driver/perform-call.ts',
    replace: [
      [
        'await parts.tools.settle(effect.call, effect.timeoutMs, parts.ending)',
        "{ state: 'not_done' } as any",
      ],
    ],
    harm: 'what a dead process has done is done again, of whichever agent',
  },
  {
    name: 'the-first-agent-s-tools-go-on',
    file: 'packages/runtime-node/src/runs/agent-runtime.ts',
    replace: [['state.legs.number > 0 ? await', 'state.legs.number < 0 ? await']],
    harm: 'what the second agent does after a death is done by the tools of the first',
  },
  {
    name: 'nobody-is-opened-again',
    file: legs,
    replace: [
      [
        'const member = await this.#member(started.agent, state);',
        "const member = await this.#member('', state); throw new Error('gone', { cause: member });",
      ],
    ],
    harm: 'what the second agent was about to do is lost with its process',
  },
];
