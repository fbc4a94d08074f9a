import type { JsonObject } from '@agent-home/protocol';
import type { ConnectOptions } from '../home/options.ts';
import type { Topic } from '../topics/topic.ts';
import { start } from './certified-home.ts';
import { credentialAnswer, type SmallHome, smallHome } from './small-home.ts';
import { authors, topicId } from './topic-authors.ts';
import { TopicLedger } from './topic-ledger.ts';

/** Home with one topic, which grants the writes that its mode allows and judges each put at once. */
interface SpeakingHome {
  home: SmallHome;
  ledger: TopicLedger;
  topic: Topic;
}

export async function speakingHome(
  mode: string,
  rules: JsonObject = {},
  options: Partial<ConnectOptions> = {},
): Promise<SpeakingHome> {
  let ledger: TopicLedger | undefined;
  const home = await smallHome((received) => {
    if (received.path !== '/v1/credentials' || !ledger) return undefined;
    const { grants } = JSON.parse(received.body) as { grants: { type: string }[] };
    const [grant] = grants;
    if (!grant?.type.endsWith('_write')) return undefined;
    const what = grant.type === 'topic_message_write' ? 'message' : 'request';
    const writable = ledger.writable('ada', what);
    if ('denied' in writable) {
      const denied = [{ grant, code: writable.denied, message: writable.message }];
      return { body: { ...credentialAnswer([], start), denied } };
    }
    const notAfter = writable.ids[0]?.not_after;
    return { body: credentialAnswer(grants, start, {}, 900, ledger.nextKeys('ada', what), notAfter) };
  });
  ledger = new TopicLedger(home, mode, rules);
  for (const [id, { publicKey }] of Object.entries(authors)) {
    const card = home.certified.card(id, 1, undefined, { agent_public_key: publicKey });
    home.bucket.objects.set(`agents/all/${id}.json`, card);
  }
  home.bucket.afterPut = (key, bytes) => void ledger?.judge(key, bytes);
  const client = await home.connect({ polling: { activeMs: 5, idleMs: 20 }, ...options });
  return { home, ledger, topic: await client.enterTopic(topicId) };
}
