import { changesIn, type Mutation, replace, within } from '../../../../meta/source-mutations/changes.ts';
import { plantedBugs } from '../planted-bugs.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inCli = changesIn('apps/cli');
const alike = new Set(['a-session-is-its-name-alone', 'everybody-s-memory-is-one']);

/** Ways in which a context could reach another agent of a project; each is a bug that the board has to find. */
export const teamBugs: readonly Mutation[] = [
  ...plantedBugs.filter(({ name }) => alike.has(name)),
  {
    name: 'a-handoff-tells-what-was-said',
    changes: [
      inRuntime(
        { symbol: 'handOver', beside: 'enterByHandoff' },
        replace('canonicalJson(payload)', 'canonicalJson(payload)}${JSON.stringify(state.transcript)'),
      ),
    ],
    harm: 'whoever takes over is told the whole conversation of the one before',
  },
  {
    name: 'what-is-remembered-goes-on',
    changes: [
      inRuntime(
        'beginLeg',
        replace(
          'remembered: context.remembered',
          'remembered: [...before.remembered, ...context.remembered]',
        ),
      ),
    ],
    harm: 'what the first agent remembers by its keys is shown to the second',
  },
  {
    name: 'a-node-goes-on-in-the-context-of-the-one-before',
    changes: [
      inRuntime(
        'beginLeg',
        within(
          'transcript: …',
          replace('context.messages', '(before.graph ? before.transcript : context.messages)'),
        ),
      ),
    ],
    harm: 'the agent of a node is shown what the agent before it was told and called',
  },
  {
    name: 'whoever-takes-over-has-all-servers',
    changes: [
      inCli(
        'LocalTeam.#providersOf',
        within(
          'chooseMcpServers(…)',
          replace('definition.mcpServers', 'definition && Object.keys(settings.mcpServers)'),
        ),
      ),
    ],
    harm: 'an agent is offered what the servers of others say of themselves',
  },
];
