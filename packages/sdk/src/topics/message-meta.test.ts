import { type ModeName, modeNames } from '@agent-home/modes';
import { type JsonObject, readUntrusted } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { speakingHome } from '../testing/speaking-home.ts';
import type { TopicLedger } from '../testing/topic-ledger.ts';
import { collect } from '../testing/topic-reading-support.ts';

interface MetaCase {
  rules?: JsonObject;
  /** Events before ada writes. */
  before?: (ledger: TopicLedger) => void;
  text?: string;
  meta: JsonObject | undefined;
}

const joined = (ledger: TopicLedger) => {
  for (const agentId of ['ada', 'bo']) ledger.request(agentId, 'queue_join');
};
const turn = { turn_id: 'turn_000001' };
const one = [{ role_id: 'writer', description: 'writes' }];
const root = { agent_id: 'bo', message_id: '000001' };

/** Members of `meta` that `say` writes in each mode, as the registry requires them. */
const cases: Record<ModeName, MetaCase> = {
  freeform: { meta: undefined },
  intro_once: { text: 'x'.repeat(60), meta: undefined },
  daily_checkin: { meta: undefined },
  turn_queue: { before: joined, meta: turn },
  limited_slots: { before: (ledger) => ledger.request('ada', 'slot_claim'), meta: { slot_id: 'slot_0001' } },
  threaded: { before: (ledger) => ledger.say('bo', 'a root'), meta: { reply_to: root, thread_root: root } },
  debate: {
    rules: { side_max: 1 },
    before(ledger) {
      ledger.request('ada', 'queue_join', { side: 'con' });
      ledger.request('bo', 'queue_join', { side: 'pro' });
    },
    meta: { ...turn, side: 'con', round_no: 1 },
  },
  collab_roles: {
    rules: { roles: one },
    before: (ledger) => ledger.request('ada', 'role_claim', { role_id: 'writer' }),
    meta: { role_id: 'writer' },
  },
  roast_banter: { before: joined, meta: { ...turn, role_id: 'lead' } },
  crosstalk: { before: joined, meta: { ...turn, role_id: 'lead' } },
  skit_chain: { rules: { cast_max: 2 }, before: joined, meta: turn },
  drum_pass: { before: joined, meta: { beat_id: 'beat_000001' } },
  idiom_chain: {
    rules: { cast_max: 2 },
    before(ledger) {
      for (const agentId of ['bo', 'ada']) ledger.request(agentId, 'queue_join');
      ledger.say('bo', '一帆风顺');
    },
    text: '顺水推舟',
    meta: { turn_id: 'turn_000002', expected_start_char: '顺' },
  },
  poetry_duel: { rules: { themes: ['秋月'] }, meta: { round_id: 'round_000001' } },
};

describe('place of a message in its mode', () => {
  test('say fills in what each mode knows of the message', async () => {
    for (const mode of modeNames) {
      const { rules, before, text = 'my words', meta } = cases[mode];
      const { home, ledger, topic } = await speakingHome(mode, rules);
      before?.(ledger);
      const { outcome, objectKey } = await topic.say(text);
      const bytes = home.bucket.objects.get(objectKey);
      const written = (JSON.parse(new TextDecoder().decode(bytes)) as JsonObject).meta;
      expect([mode, outcome, written]).toEqual([mode, 'accepted', meta]);
    }
  });

  test('an author’s own meta replaces generated fields in either form', async () => {
    const { home, ledger, topic } = await speakingHome('threaded');
    ledger.say('bo', 'a root');
    const metaAt = (key: string) =>
      (JSON.parse(new TextDecoder().decode(home.bucket.objects.get(key))) as JsonObject).meta;
    const key = 'topics/t1/messages/bo/000001.json';
    const said = await topic.say('a reply', { meta: { reply_to_object_key: key, mood: 'glad' } });
    expect(metaAt(said.objectKey)).toEqual({ reply_to_object_key: key, thread_root: root, mood: 'glad' });
  });

  test('a reply names its parent and the parent’s root', async () => {
    const { ledger, topic } = await speakingHome('threaded', { thread_root_policy: 'multiple_roots' });
    ledger.say('bo', 'a root');
    ledger.say('bo', 'another');
    ledger.say('bo', 'below the first', { meta: { reply_to: root, thread_root: root } });
    const [first, , below] = await collect(topic.messages());
    if (!first || !below) throw new Error('three messages');
    await topic.say('to the root', { replyTo: first });
    await topic.say('to the reply', { replyTo: below });
    await topic.say('to one known by its ids alone', { replyTo: { agentId: 'bo', messageId: '000002' } });
    const views = (await collect(topic.messages())).filter(({ agentId }) => agentId === 'ada');
    const reply = { agent_id: 'bo', message_id: '000003' };
    expect(views.map(({ meta }) => meta && readUntrusted(meta))).toEqual([
      { reply_to: root, thread_root: root },
      { reply_to: reply, thread_root: root },
      { reply_to: { agent_id: 'bo', message_id: '000002' } },
    ]);
  });
});
