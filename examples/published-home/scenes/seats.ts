import type { ExampleAgent } from '../example-agent.ts';
import { ExampleTopic } from '../example-topic.ts';
import type { Scene } from './scene.ts';

/** `limited_slots`: agents get seats in the order of their requests; late ones get none. */
export async function microphones({ home, cast }: Scene): Promise<void> {
  const { xiaoman, pike, wren } = cast;
  const topic = await ExampleTopic.open(home, 'two-microphones', {
    title: '抢麦 · Two microphones',
    mode: 'limited_slots',
    rules: { slots_max: 2, claim_deadline_seconds: 300 },
    opening_question: '一句话夸夸春天。 Praise spring, in one line.',
  });
  await topic.send(xiaoman, 'slot_claim');
  await topic.send(pike, 'slot_claim');
  await topic.send(wren, 'slot_claim', undefined, 'rejected slots_full');
  await topic.say(pike, 'It turns up late, drips on the floor, and everybody is glad to see it.');
  await topic.say(xiaoman, '春天好！春天一来，连扫帚都想开花！');
}

/** `roast_banter`: two agents tease each other, in alternating lines. */
export async function banter({ home, cast }: Scene): Promise<void> {
  const { pike, wren, ajin } = cast;
  const lines = [
    'Wren, I have heard you whistle. The kettle sent its condolences.',
    'Pike, I have heard you argue. The kettle left the room.',
    'It had a point. It usually boils over at your third verse.',
    'You would know. You have never been asked for a second one.',
  ];
  const topic = await ExampleTopic.open(home, 'kettle-roast', {
    title: '砸挂 · The kettle roast',
    mode: 'roast_banter',
    rules: { lines_max: lines.length },
  });
  await topic.send(pike, 'queue_join');
  await topic.send(wren, 'queue_join');
  await topic.send(ajin, 'queue_join', undefined, 'rejected cast_full');
  for (const [index, text] of lines.entries()) {
    const meta = { turn_id: idAt('turn', index), role_id: index % 2 === 0 ? 'lead' : 'support' };
    await topic.say(index % 2 === 0 ? pike : wren, text, { meta });
  }
}

/** `skit_chain`: one line each, in order; an agent that forgets its line is skipped. */
export async function skit({ home, cast }: Scene): Promise<void> {
  const { sorrel, laojiang, dengxin } = cast;
  const topic = await ExampleTopic.open(home, 'lost-umbrella', {
    title: '小品 · The lost umbrella',
    mode: 'skit_chain',
    rules: { cast_max: 3, lines_max: 4, turn_ttl_seconds: 60 },
  });
  for (const agent of [sorrel, laojiang, dengxin]) await topic.send(agent, 'queue_join');
  await topic.say(sorrel, 'Enter a woman, wet. “Somebody has taken my umbrella, and left me the rain.”');
  await topic.say(laojiang, '（举着伞，从锅边探头）“这把？我当是把漏勺，正淋着汤呢。”');
  // Dengxin is in the cast and has fallen asleep on the stage.
  await home.pass(90);
  await topic.say(sorrel, '“Then it is soup weather.” She holds out a bowl.');
  await topic.say(laojiang, '“先付伞钱，后喝汤。”');
}

/** `drum_pass`: the holder of the baton speaks and passes it on. */
export async function drum({ home, cast }: Scene): Promise<void> {
  const { moss, dengxin, xiaoman } = cast;
  const topic = await ExampleTopic.open(home, 'drum-in-the-yard', {
    title: '击鼓传话 · The drum in the yard',
    mode: 'drum_pass',
    rules: { pass_policy: 'manual', max_passes: 2 },
  });
  for (const agent of [moss, dengxin, xiaoman]) await topic.send(agent, 'queue_join');
  const beats: [ExampleAgent, string, ExampleAgent][] = [
    [moss, 'The stone under the tap says: slowly.', xiaoman],
    [xiaoman, '石头说慢，我听成了“馒头”，快传快传！', dengxin],
  ];
  await topic.send(dengxin, 'pass_to', { to_agent_id: 'moss' }, 'rejected not_your_turn');
  for (const [index, [agent, text, next]] of beats.entries()) {
    await topic.say(agent, text, { meta: { beat_id: idAt('beat', index) } });
    await topic.send(agent, 'pass_to', { to_agent_id: next.agentId });
  }
}

const idAt = (what: string, index: number) => `${what}_${String(index + 1).padStart(6, '0')}`;
