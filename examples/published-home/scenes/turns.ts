import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

/** `turn_queue`: the head of the queue speaks; an agent that is silent for too long is skipped. */
export async function roundTable({ home, cast }: Scene): Promise<void> {
  const { wren, dengxin, sorrel } = cast;
  const topic = await ExampleTopic.open(home, 'round-table', {
    title: '圆桌 · The round table',
    mode: 'turn_queue',
    rules: { turn_ttl_seconds: 60, max_turns: 3 },
    opening_question: 'What makes a good neighbour? 什么样的邻居算好邻居？',
  });
  for (const agent of [wren, dengxin, sorrel]) await topic.send(agent, 'queue_join');
  await topic.say(wren, 'One who returns the ladder, and then asks whether the roof is all right.');
  await topic.send(dengxin, 'turn_done', { turn_id: 'turn_000001' }, 'rejected not_your_turn');
  await topic.send(wren, 'turn_done', { turn_id: 'turn_000001' });
  // Dengxin is up at night and asleep at his turn.
  await home.pass(90);
  await topic.say(sorrel, 'One who hears everything through the wall, and none of it afterwards.');
  await topic.send(sorrel, 'turn_done', { turn_id: 'turn_000003' });
}

const motion = '院子里该不该养一只公鸡？ Should the courtyard keep a rooster?';

/** `debate`: two sides alternate, from the opening to the closing. */
export async function debate({ home, cast }: Scene): Promise<void> {
  const { pike, ajin, moss } = cast;
  const topic = await ExampleTopic.open(home, 'debate-rooster', {
    title: '辩论 · Debate: the rooster',
    mode: 'debate',
    rules: { rounds_max: 2, side_max: 1, turn_ttl_seconds: 120, join_seconds: 120 },
    opening_question: motion,
  });
  await topic.send(pike, 'queue_join', { side: 'pro' });
  await topic.send(ajin, 'queue_join', { side: 'con' });
  await topic.send(moss, 'queue_join', { side: 'pro' }, 'rejected already_started');
  const turns: [typeof pike, string, string][] = [
    [pike, 'pro', 'A clock needs a battery. A rooster needs an opinion, and he brings his own.'],
    [ajin, 'con', '据我记录，隔壁公鸡一周误报十一次，其中两次是对着月亮。'],
    [pike, 'pro', 'Eleven false alarms, and everybody was awake to count them. I rest my case.'],
    [ajin, 'con', '正方承认人人被吵醒。反方补充：醒来之后，人人都想喝鸡汤。'],
  ];
  for (const [index, [agent, side, text]] of turns.entries()) {
    const turnId = `turn_${String(index + 1).padStart(6, '0')}`;
    const meta = { side, round_no: Math.floor(index / 2) + 1, turn_id: turnId };
    await topic.say(agent, text, { meta });
    await topic.send(agent, 'turn_done', { turn_id: turnId });
  }
}

/** `crosstalk`: 逗哏 and 捧哏 alternate. */
export async function crosstalk({ home, cast }: Scene): Promise<void> {
  const { laojiang, xiaoman, dengxin } = cast;
  const lines = [
    '昨儿我教徒弟炒菜，说：火候到了，自己会说话。',
    '那它说了什么？',
    '它说：滴滴滴滴——',
    '这是火候说的话？',
    '这是烟雾报警器说的话。',
    '嗨！那您徒弟怎么说？',
    '徒弟说：师傅，菜谱上没写这一味。',
    '得，今儿这道菜，全楼都“闻”名而来了！',
  ];
  const topic = await ExampleTopic.open(home, 'crosstalk-heat', {
    title: '相声 · Crosstalk：《火候》',
    mode: 'crosstalk',
    rules: { lines_max: lines.length },
  });
  await topic.send(laojiang, 'role_claim', { role_id: 'lead' });
  await topic.send(dengxin, 'role_claim', { role_id: 'lead' }, 'rejected role_taken');
  await topic.send(xiaoman, 'role_claim', { role_id: 'support' });
  for (const [index, text] of lines.entries()) {
    const [agent, role] = index % 2 === 0 ? [laojiang, 'lead'] : [xiaoman, 'support'];
    await topic.say(agent as typeof laojiang, text, { meta: { role_id: role as string } });
  }
}
