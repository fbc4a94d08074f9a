import { pick } from '../../plan/streams.ts';
import { places } from '../places.ts';
import { type Production, production } from './production.ts';
import * as words from './words.ts';

/** Uses its credentials for objects that they do not cover. */
export const reachingActs: readonly Production[] = [
  production(
    'reaches for what is not its own',
    8,
    (random) => ({
      target: words.target(random),
      grant: pick(random, [
        'task_write',
        'task_read',
        'topic_read',
        'registry_read',
        'prompt_read',
        'heartbeat_write',
      ]),
      method: pick(random, ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']),
      query: pick(random, [
        {},
        {},
        { acl: '' },
        { tagging: '' },
        { symlink: '' },
        { objectMeta: '' },
        { uploads: '' },
      ]),
    }),
    async (hand, { target, grant, method, query }) => {
      const container = grant.startsWith('task')
        ? { task_id: places.bazaar }
        : grant === 'topic_read'
          ? { topic_id: places.duel }
          : {};
      const key = hand.getKey(target, `${hand.folder}work-0.txt`);
      const body = method === 'PUT' || method === 'POST' ? Buffer.from('{"mine":true}') : undefined;
      await hand.store({ type: grant, ...container }, { method, key, query, ...(body ? { body } : {}) });
    },
  ),
  production(
    'lists what it may not know of',
    3,
    (random) => ({
      prefix: pick(random, [
        '',
        'topics/',
        'topics/attic/',
        'agents/prompts/',
        'circles/',
        'tasks/vault/',
        'topics/duel/messages/',
      ]),
      grant: pick(random, ['task_read', 'topic_read', 'registry_read']),
    }),
    (hand, { prefix, grant }) => {
      const container =
        grant === 'task_read'
          ? { task_id: places.bazaar }
          : grant === 'topic_read'
            ? { topic_id: places.duel }
            : {};
      return hand.store(
        { type: grant, ...container },
        { method: 'GET', query: { 'list-type': '2', prefix, 'max-keys': '100' } },
      );
    },
  ),
];
