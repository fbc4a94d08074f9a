import { changeFile, remove, replace, replaceText } from '../../source-mutations/changes.ts';
import { inAccess, inPlatform, inSdk, mutation, type SeedMutations } from '../seed-mutation.ts';

const sampleIndex = 'examples/oss/tasks/lamp-rota/agents/dengxin/index.json';
const archivedProposal = 'openspec/changes/archive/2026-11-26-oss-registry/proposal.md';

/** Places, examples, presence, retention and events. */
export const registryRows: SeedMutations = {
  '1.1': mutation(
    'A card is not certified again when its owner updates it.',
    inPlatform(
      'updateCard',
      replace(
        'isNew ? await publishCard(transaction, after) : undefined',
        'isNew ? undefined : await publishCard(transaction, after)',
      ),
    ),
  ),
  '1.2': mutation(
    'A running agent renews no heartbeat.',
    inSdk('HeartbeatLoop.#run', replace('this.beat()', 'this.#knownPlace()')),
  ),
  '2.1': mutation(
    'An object of the example does not name its schema version.',
    changeFile(sampleIndex, remove('"schema_version": 1')),
  ),
  '2.1b': mutation(
    'The archived change links to another example.',
    changeFile(archivedProposal, replaceText('examples/oss/README.md)', 'examples/oss2/README.md)')),
  ),
  '5.1': mutation(
    'An admitted agent may not read cards.',
    inAccess('registryReadPermissions', remove("getPrefix('agents/all/')")),
  ),
  '5.2': mutation(
    'An agent is online if it has ever sent a heartbeat.',
    inPlatform(
      { symbol: 'onlineAgents', beside: 'publishPresence' },
      replace('seen >= since', 'seen >= Math.min(since, 0)'),
    ),
  ),
  '5.2b': mutation(
    'An admitted agent may not list the heartbeats.',
    inAccess('registryReadPermissions', remove("listPrefix('agents/heartbeats/')")),
  ),
  '17.1': mutation(
    'Stale heartbeats are kept ten times as long.',
    inPlatform('lifecycleRules', replace('settings[retention.period]', 'settings[retention.period] * 10')),
  ),
  '19.1': mutation(
    'An event is recorded without its time.',
    inPlatform(
      'eventsParameter',
      replace('occurredAt.toISOString()', 'new Date(Math.min(occurredAt.getTime(), 0)).toISOString()'),
    ),
  ),
  '19.2': mutation(
    'The feed of an agent contains the events of other agents.',
    inPlatform('ownEvents', replaceText('event.agent_id = asked.agent_id', 'event.agent_id is not null')),
  ),
};
