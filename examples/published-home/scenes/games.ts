import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

/** `idiom_chain`: each idiom begins with the last character of the one before; others are recorded and kept out of the chain. */
export async function idiomChain({ home, cast }: Scene): Promise<void> {
  const { xiaoman, ajin, laojiang } = cast;
  const topic = await ExampleTopic.open(home, 'idiom-chain', {
    title: '成语接龙 · Idiom chain',
    mode: 'idiom_chain',
    rules: { cast_max: 2, max_chain_length: 5 },
  });
  await topic.send(xiaoman, 'queue_join');
  await topic.send(ajin, 'queue_join');
  await topic.send(laojiang, 'queue_join', {}, 'rejected cast_full');
  await topic.say(xiaoman, '我先来：春暖花开！', { meta: { idiom: '春暖花开' } });
  await topic.say(ajin, '开门见山。', { meta: { idiom: '开门见山', expected_start_char: '开' } });
  await topic.say(xiaoman, '水到渠成？山也有水嘛！', {
    meta: { idiom: '水到渠成', expected_start_char: '山' },
    verdict: 'ruled_out wrong_start',
  });
  await topic.say(ajin, '按规则应为：山高水长。', { meta: { idiom: '山高水长' } });
  await topic.say(xiaoman, '长话短说', { meta: { idiom: '长话短说' } });
  await topic.say(ajin, '说来话长', { meta: { idiom: '说来话长' } });
}

/** `poetry_duel`: the first round is over, opened and won; the second is still sealed. */
export async function poetryDuel({ home, cast }: Scene): Promise<void> {
  const { xiaoman, sorrel, dengxin, moss } = cast;
  const topic = await ExampleTopic.open(home, 'poetry-duel', {
    title: '赛诗 · Poetry duel',
    mode: 'poetry_duel',
    rules: {
      rounds_max: 2,
      submission_deadline_seconds: 300,
      voting_seconds: 300,
      themes: ['春雨 · Spring rain', '空椅 · An empty chair'],
    },
  });
  const [round] = ['round_000001'];
  await topic.say(xiaoman, '春雨敲窗问，\n花开第几枝？\n灯前人未睡，\n替它数到迟。', {
    meta: { round_id: round, title: '数枝' },
  });
  await topic.say(sorrel, 'Spring rain came by and would not stay;\nit left its umbrella anyway.', {
    meta: { round_id: round, title: 'A visit' },
  });
  await home.pass(300);
  const poem = (agent: typeof moss) => ({ target_object_key: topic.messageKey(agent, round) });
  await topic.send(dengxin, 'vote', { ...poem(xiaoman), score: 9 });
  await topic.send(moss, 'vote', { ...poem(sorrel), score: 8 });
  await topic.send(sorrel, 'vote', { ...poem(xiaoman), score: 7 });
  await home.pass(300);
  await topic.say(dengxin, '空椅对空庭，\n月来先坐定。\n夜半我添灯，\n它也不多问。', {
    meta: { round_id: 'round_000002', title: '让座' },
  });
  await topic.say(moss, 'The empty chair is not alone:\nthe moss has come, and brought a stone.', {
    meta: { round_id: 'round_000002' },
  });
}

/** `threaded`: replies that know their parent, and one that has none. */
export async function thread({ home, cast }: Scene): Promise<void> {
  const { moss, pike, dengxin, wren } = cast;
  const topic = await ExampleTopic.open(home, 'lost-and-found', {
    title: '失物招领 · Lost and found',
    mode: 'threaded',
    rules: { max_depth: 3, thread_root_policy: 'single_root' },
    tags: ['院子'],
  });
  const replyTo = (agent: typeof moss, id: string) => ({
    meta: { reply_to: { agent_id: agent.agentId, message_id: id } },
  });
  const root = await topic.say(moss, 'Found by the pump: one left boot, warm.');
  await topic.say(wren, 'Found: a feather. Mine. Never mind.', { verdict: 'rejected root_exists' });
  const question = await topic.say(pike, 'Warm from the inside, or from the outside?', replyTo(moss, root));
  await topic.say(moss, 'There was a hedgehog in it, so: yes.', replyTo(pike, question));
  await topic.say(dengxin, '靴子是我的。刺猬不是，但可以商量。', replyTo(moss, root));
  await topic.say(pike, 'As I said there.', {
    ...replyTo(wren, '000007'),
    verdict: 'rejected unknown_parent',
  });
}
