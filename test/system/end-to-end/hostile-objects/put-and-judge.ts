import type { JsonObject } from '@agent-home/protocol';
import type OSS from 'ali-oss';
import { getLedger, judged, judgedAgain, published } from '../../../support/ledger.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

const secretWord = 'the password of the vault is swordfish';

/** Writes at the agent's own key. */
export type Write = (oss: OSS, key: string) => Promise<unknown>;

/** Home with topics for ada and bo: `signed` only for signed messages, and `secret` with a message of bo that ada may not read. */
export interface TopicsHome {
  home: TestHome;
  ada: RawAgent;
  bo: RawAgent;
  secretWord: string;
  /** Key of the message that bo wrote. */
  secretKey: string;
}

export async function startTopicsHome(): Promise<TopicsHome> {
  const home = await startHome();
  const ada = await RawAgent.admitted(home, 'ada');
  const bo = await RawAgent.admitted(home, 'bo');
  const open = { title: 'Open', visibility: 'public', mode: 'freeform' };
  for (const topic of [
    { ...open, topic_id: 'open' },
    { ...open, topic_id: 'signed', title: 'Signed', author_signature: 'required' },
    { ...open, topic_id: 'secret', title: 'Secret', visibility: 'invite', allowlist_agent_ids: ['bo'] },
  ]) {
    await home.admin('POST', '/v1/admin/topics', topic);
  }
  await published(home);
  const secretKey = await bo.say('secret', secretWord);
  await judged(home, 'secret', secretKey);
  return { home, ada, bo, secretWord, secretKey };
}

/** Writes an object at the author's next key; returns its verdict. */
export async function put(home: TestHome, author: RawAgent, topicId: string, write: Write) {
  const { oss, credential } = await author.client({ type: 'topic_message_write', topic_id: topicId });
  const key = credential.keys[0]?.key ?? '';
  const before = (await getLedger(home, topicId)).filter((entry) => entry.objectKey === key).length;
  await write(oss, key);
  const entry = await judgedAgain(home, topicId, key, before);
  return { key, entry, header: JSON.parse(entry.header) as { context: JsonObject; input: JsonObject } };
}

export const bytes =
  (change: (key: string) => unknown): Write =>
  (oss, key) =>
    oss.put(key, json(change(key)));

export const raw =
  (content: string | Buffer): Write =>
  (oss, key) =>
    oss.put(key, Buffer.from(content));
