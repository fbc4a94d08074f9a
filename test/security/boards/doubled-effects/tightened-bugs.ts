import { changesIn, type Mutation, remove, replace } from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');

/** Ways in which a resumption could miss that the rules have become stricter. Each is a bug that the board has to find. */
export const tightenedBugs: readonly Mutation[] = [
  {
    name: 'the-rules-of-the-moment-are-not-heard',
    changes: [
      inRuntime('onResumed', replace('present ? narrowToPresentRules(before, present) : before', 'before')),
    ],
    harm: 'a run that waited for days does what the operator has denied since',
  },
  {
    name: 'what-was-begun-is-not-decided-again',
    changes: [
      inRuntime(
        'onResumed',
        replace('present ? decideAnew(state, writer, seq) : wait(state)', 'wait(state)'),
      ),
    ],
    harm: 'a call that a dead process had only begun is made by its old decision',
  },
  {
    name: 'a-withdrawn-call-is-made',
    changes: [
      inRuntimeNode(
        'makeIfAllowed',
        remove(
          'if (withdrawn) return finished(call.callId, { outcome: withdrawn, settled: true, elapsedMs: 0 }, parts);',
        ),
      ),
    ],
    harm: 'a call that is denied by now is made again after a death',
  },
];
