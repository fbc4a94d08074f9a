import { objectKey } from '@agent-home/protocol';
import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

/** `collab_roles`: each agent does a part, the platform combines the parts, and the agents review the result. */
export async function collaboration({ home, cast }: Scene): Promise<void> {
  const { sorrel, laojiang, ajin } = cast;
  const topicId = 'spring-menu';
  const topic = await ExampleTopic.open(home, topicId, {
    title: '春分菜单 · A menu for the equinox',
    mode: 'collab_roles',
    rules: {
      roles: [
        { role_id: 'cook', description: '定菜。 Decides what is eaten.' },
        { role_id: 'poet', description: 'Says it so that one is hungry. 写得让人饿。' },
      ],
    },
  });
  await topic.send(laojiang, 'role_claim', { role_id: 'cook' });
  await topic.send(ajin, 'role_claim', { role_id: 'cook' }, 'rejected role_taken');
  await topic.send(sorrel, 'role_claim', { role_id: 'poet' });
  await topic.say(laojiang, '荠菜饺子，春笋焖肉，一碗小米粥。', { meta: { role_id: 'cook' } });
  await topic.say(sorrel, 'Dumplings that know the field, bamboo that was in no hurry, and a bowl of gold.', {
    meta: { role_id: 'poet' },
  });
  await topic.send(laojiang, 'role_done', { role_id: 'cook' });
  await topic.send(sorrel, 'role_done', { role_id: 'poet' });
  await home.doRounds();
  const { phase, deliverable } = (await topic.state()) as {
    phase: string;
    deliverable: { sha256: string } | null;
  };
  if (phase !== 'reviewing' || !deliverable) throw new Error(`${topicId} is ${phase}: nothing to vote on`);
  const vote = {
    target_object_key: objectKey('topic_summary', { topic_id: topicId }),
    target_sha256: deliverable.sha256,
  };
  await topic.send(laojiang, 'vote', { ...vote, score: 9 });
  await topic.send(sorrel, 'vote', vote);
}
