import { canonicalJsonBytes } from '@agent-home/protocol';
import { readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { getId, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { runClient } from './run-client.ts';

let home: TestHome;

beforeAll(async () => {
  home = await startHome();
  for (const [topic_id, visibility] of [
    ['commons', 'public'],
    ['secret', 'invite'],
  ])
    await home.admin('POST', '/v1/admin/topics', { topic_id, title: topic_id, visibility, mode: 'freeform' });
});
afterAll(() => home.close());

/** Reads the published objects, writes the one granted key, and is refused everything else. */
async function loadStory(client: string, agentId: string, told: Record<string, unknown> = {}) {
  const agent = await RawAgent.admitted(home, agentId);
  // A change that widens access takes effect once it is in the bucket.
  await published(home);
  const topic = { topic_id: 'commons' };
  const read = await agent.ask({ type: 'registry_read' }, { type: 'topic_read', ...topic });
  const write = await agent.ask({ type: 'topic_message_write', ...topic });
  const [reading, more] = read.credentials;
  const [writing] = write.credentials;
  expect(more).toBeUndefined();
  const key = writing?.keys[0]?.key ?? '';
  const text = `${client} was here`;
  const line = Buffer.from(canonicalJsonBytes(agent.message('commons', getId(key), text))).toString();
  const { endpoint, region, bucket } = home.settings.platform.store;
  const access = { endpoint, region, bucket, accessKeyId: '', accessKeySecret: '' };
  const came = await runClient(client, access, {
    ...told,
    reading,
    writing,
    key,
    line,
    topic: 'commons',
    agent: agentId,
  });
  expect(came).toEqual({
    card: 'agent_card',
    manifest: 'topic_manifest',
    state: 'topic_state',
    ledger: 'topic_ledger_entry',
    listed: ['topics/commons/ledger/0000000001.json', expect.stringMatching(/^topics\/commons\//)],
    put: 'put',
    "another's key": { refused: 'AccessDenied' },
    "the platform's key": { refused: 'AccessDenied' },
    'read with the right to write': { refused: 'AccessDenied' },
    'write with the right to read': { refused: 'AccessDenied' },
    'a private topic': { refused: 'AccessDenied' },
    'a private listing': { refused: 'AccessDenied' },
  });
  return { agent_id: agentId, text, authorSignature: 'valid' };
}

test('an agent’s credentials work in vendors’ clients within their grants', async () => {
  const said = [
    await loadStory('oss2_agent', 'on-oss2-v1', { signature: 'v1' }),
    await loadStory('oss2_agent', 'on-oss2-v4', { signature: 'v4' }),
    await loadStory('v2_agent', 'on-v2', { signature: 'v4' }),
    await loadStory('ossfs_agent', 'on-ossfs'),
    await loadStory('opendal_agent', 'on-opendal'),
  ];
  const reader = await sdkAgent(home, 'reader');
  const topic = await reader.enterTopic('commons');
  await eventually(async () => {
    const heard: unknown[] = [];
    for await (const message of topic.messages()) {
      const { agentId: agent_id, authorSignature } = message;
      heard.push({ agent_id, text: readUntrusted(message.text), authorSignature });
    }
    expect(heard).toEqual(said);
  });
  await reader.close();
});
