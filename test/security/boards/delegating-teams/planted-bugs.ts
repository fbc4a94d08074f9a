import { changesIn, type Mutation, replace } from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');

/** Bugs of delegated runs and branches, each of which the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'rules-above-are-lost',
    changes: [inRuntime('inheritedFromParent', replace('parent?.inherited ?? []', '[] as any[]'))],
    harm: 'a subagent calls what the agent that delegates may not call',
  },
  {
    name: 'policies-above-are-lost',
    changes: [
      inRuntime(
        'inheritedFromParent',
        replace('policies.map((policy) => compilePolicy(policy as PinnedPolicy))', '[]'),
      ),
    ],
    harm: 'a subagent calls what a policy of the agent that delegates denies',
  },
  {
    name: 'branches-are-free-of-the-rules-of-their-workflow',
    changes: [inRuntime('findDelegating', replace('graph.bound', '[]'))],
    harm: 'a branch calls what its workflow may not call',
  },
  {
    name: 'nodes-are-free-of-the-rules-of-their-workflow',
    changes: [inRuntime('enterNode', replace('graph.bound', '[]'))],
    harm: 'the agent of a node calls what its workflow may not call',
  },
  {
    name: 'a-resumed-task-begins-anew',
    changes: [
      inRuntimeNode(
        'delegatedRunIds',
        replace(
          'new TextEncoder().encode(`${idempotencyKey}\\n${task}\\n${start}`)',
          'new TextEncoder().encode(`${Math.random()}`)',
        ),
      ),
    ],
    harm: 'after the death of a process each effect of its subagents happens again',
  },
  {
    name: 'every-task-has-all-that-is-left',
    changes: [inRuntime('delegatedLimits', replace('Math.floor(total / shares)', 'total'))],
    harm: 'tasks at the same time use a multiple of a limit',
  },
  {
    name: 'calls-of-subagents-do-not-count',
    changes: [
      inRuntime('chargeDelegated', replace('addUsage(state.delegated, toCharged(usage))', 'state.delegated')),
    ],
    harm: 'an agent exceeds its limits by delegating',
  },
  {
    name: 'a-task-includes-the-conversation',
    changes: [
      inRuntimeNode(
        'DelegatedRuns.#run',
        replace('taskMessage({ from, task: text })', 'text + JSON.stringify(parent.transcript)'),
      ),
    ],
    harm: 'a subagent reads what was said to the agent that delegates',
  },
  {
    name: 'instructions-of-the-workflow-are-part-of-a-task',
    changes: [
      inRuntime(
        'messageOfNode',
        replace('nodeMessage(task, known, getWording(state).beforeNodeOutputs)', 'state.first.system_prompt'),
      ),
    ],
    harm: 'the agents of a workflow read its instructions',
  },
  {
    name: 'results-of-tools-are-not-cleaned',
    changes: [inRuntimeNode('finished', replace('limitOutcome(outcome, tools.cleaner)', 'outcome'))],
    harm: 'a model reads the secret that a tool repeats',
  },
];
