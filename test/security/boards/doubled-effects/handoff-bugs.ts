import { changesIn, insertAfter, type Mutation, replace } from '../../../meta/source-mutations/changes.ts';
import { plantedBugs } from './planted-bugs.ts';

const inRuntimeNode = changesIn('packages/runtime-node');
const alike = new Set(['lines-are-held-back']);

/** Possible bugs that double or lose an effect after a handoff, each of which the board has to find. */
export const handoffBugs: readonly Mutation[] = [
  ...plantedBugs.filter(({ name }) => alike.has(name)),
  {
    name: 'nobody-looks-whether-it-was-done',
    changes: [
      inRuntimeNode(
        'performCall',
        replace(
          'await parts.tools.settle(effect.call, effect.timeoutMs, parts.ending)',
          "{ state: 'not_done' } as any",
        ),
      ),
    ],
    harm: 'what a dead process has done is done again, of whichever agent',
  },
  {
    name: 'the-first-agent-s-tools-go-on',
    changes: [
      inRuntimeNode('AgentRuntime.resume', replace('state.legs.number > 0', 'state.legs.number < 0')),
    ],
    harm: 'what the second agent does after a death is done by the tools of the first',
  },
  {
    name: 'nobody-is-opened-again',
    changes: [
      inRuntimeNode(
        'LegsOfTeam.reopen',
        replace('this.#member(started.agent, state)', "this.#member('', state)"),
        insertAfter(
          'const member = await this.#member(started.agent, state);',
          "throw new Error('gone', { cause: member });",
        ),
      ),
    ],
    harm: 'what the second agent was about to do is lost with its process',
  },
];
