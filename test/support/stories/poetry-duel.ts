import { objectKey } from '@agent-home/protocol';
import { expect } from 'vitest';
import { json, type RawAgent, refusal } from '../raw-agent.ts';
import { expectEnd, expectSummary } from './expect-end.ts';
import type { StagedTopic } from './staged-topic.ts';
import type { ModeStory } from './story.ts';

const rules = {
  rounds_max: 1,
  themes: ['秋月 · Autumn moon'],
};
/** Message id of a poem of the first round. */
const poem = 'round_000001';
const adasPoem = '秋月照空庭，\n独坐到三更。';
const bosPoem = 'Autumn moon on the sill,\nthe autumn moon lies still.';

export const poetryDuel: ModeStory = {
  mode: 'poetry_duel',
  async play(stage) {
    const { ada, bo, cy, di } = stage.cast;
    const duel = { title: 'Open duel', visibility: 'public', mode: 'poetry_duel' };
    expect(await stage.refusesToOpen({ ...duel, read_scope: 'all' })).toBe('invalid_rules');

    const topic = await stage.open('poetry_duel', {
      ...rules,
      submission_deadline_seconds: stage.windowSeconds,
      voting_seconds: stage.windowSeconds,
    });
    const held = await topic.granted(ada, 'topic_message_write');
    await topic.storeRefuses(held, topic.messageKey(bo, poem));
    await topic.storeRefuses(held, topic.messageKey(ada, 'round_000002'));
    expect(await topic.say(ada, adasPoem)).toBe('accepted');
    expect(await topic.say(bo, bosPoem)).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
    // The bytes that were sealed are revealed, even if the object at the key has changed since.
    const regret = ada.message(topic.topicId, poem, 'something much better');
    await stage.store.open(held).put(topic.messageKey(ada, poem), json(regret));
    const early = { target_object_key: topic.messageKey(bo, poem) };
    expect(await topic.send(cy, 'vote', early)).toBe('rejected voting_closed');
    await expectUntold(
      topic,
      cy,
      [topic.messageKey(ada, poem), topic.messageKey(bo, poem)],
      ['秋月照', 'sill'],
    );

    // Poems are revealed together; the hidden text can now be read and checked against its commitment.
    await topic.until({ phase: 'judging', submissions_count: 2 });
    expect(await toText(topic)).toContain('秋月照');
    expect(await toText(topic)).toContain('sill');
    expect(await toText(topic)).not.toContain('much better');
    expect(await topic.denied(di, 'topic_message_write')).toBe('round_closed');

    await castVotes(topic);
    const ended = await expectEnd(topic, { closed_reason: 'completed', phase: 'done', votes_opened: 3 });
    expect(await toText(topic)).toContain('\\"score\\":7');
    expect(ended.results).toMatchObject([{ outcome: 'won', winners: ['bo'] }]);
    const [{ tally }] = ended.results as [{ tally: { agent_id: string; votes: number }[] }];
    expect(tally.map(({ agent_id, votes }) => [agent_id, votes]).toSorted()).toEqual([
      ['ada', 3],
      ['bo', 7],
    ]);
    expect(await expectSummary(topic, '秋月照')).toContain('autumn moon lies still');
    // A vote for oneself was detected when it was opened.
    const opened = (await topic.ledger()).filter(({ outcome }) => outcome === 'ruled_out');
    expect(opened.map(({ agentId, reason }) => [agentId, reason])).toEqual([['ada', 'bad_vote']]);
  },
};

/** Cy changes its vote too late, and ada votes for itself. No vote is visible before all are opened. */
async function castVotes(topic: StagedTopic): Promise<void> {
  const { ada, bo, cy, di } = topic.stage.cast;
  const vote = (agent: RawAgent, score: number) => ({
    target_object_key: topic.messageKey(agent, poem),
    score,
  });
  expect(await topic.send(cy, 'vote', vote(bo, 7))).toBe('accepted');
  expect(await topic.send(di, 'vote', vote(ada, 3))).toBe('accepted');
  expect(await topic.send(ada, 'vote', vote(ada, 10))).toBe('accepted');
  expect(await topic.send(cy, 'vote', vote(ada, 10))).toBe('rejected already_voted');
  const ballots = [cy, di, ada].map((agent) => topic.requestKey(agent, agent === cy ? 'r000002' : 'r000001'));
  await expectUntold(topic, bo, ballots, ['"score":7', '"score":3']);
}

/** Expects sealed texts to be hidden from other agents' credentials and from everything the platform has published. */
async function expectUntold(
  topic: StagedTopic,
  other: RawAgent,
  keys: string[],
  told: string[],
): Promise<void> {
  const { store } = topic.stage;
  const reader = store.open(await topic.granted(other, 'topic_read'));
  for (const key of keys) expect(await refusal(reader.get(key))).toBe(store.deniedCode);
  const text = await toText(topic);
  // The ledger contains texts as JSON in JSON.
  for (const part of told) expect(text).not.toContain(JSON.stringify(part).slice(1, -1));
}

/** Returns all data that readers of the topic can access: its state and every entry of its ledger, bodies unpacked once. */
async function toText(topic: StagedTopic): Promise<string> {
  const { ledger, state } = await topic.certified();
  const parts = [JSON.stringify(state)];
  for (let sequence = 1; sequence <= ledger.sequence; sequence += 1) {
    const key = objectKey('topic_ledger_entry', { topic_id: topic.topicId, sequence });
    const { object } = await topic.read('topic_ledger_entry', key);
    parts.push(JSON.stringify(object), object.body?.text ?? '');
  }
  return parts.join('\n');
}
