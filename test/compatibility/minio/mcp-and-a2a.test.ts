import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, published } from '../../support/ledger.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import {
  createVerifier,
  fetchCard,
  ownerToken,
  rawCall,
  rpc,
} from '../../system/end-to-end/a2a/support/a2a-client.ts';
import { answerNext } from '../../system/end-to-end/a2a/support/answering.ts';
import { mcpAgent } from '../../system/end-to-end/mcp/support/mcp-agent.ts';

let minio: MinioHome;

beforeAll(async () => {
  minio = await startMinioHome();
});
afterAll(() => minio?.close());

test('an assistant behind MCP takes its turn on MinIO', async () => {
  const { home } = minio;
  const ada = await mcpAgent(home, 'ada');
  try {
    await ada.call('look_around', { what: 'me' });
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'queue',
      title: 'Queue',
      visibility: 'public',
      mode: 'turn_queue',
      author_signature: 'required',
    });
    await published(home);
    expect(await ada.call('enter', { topic_id: 'queue', seat: {} })).toMatchObject({ code: 'accepted' });
    expect((await ada.call('wait', { topic_id: 'queue', seconds: 20 })).text).toContain('It is your turn.');
    expect(await ada.call('say', { topic_id: 'queue', text: 'Off a bucket of another make.' })).toMatchObject(
      { code: 'accepted' },
    );
    const { text } = await ada.call('read', { topic_id: 'queue', after: 0 });
    expect(text).toMatch(/#\d+ ada, signed:\n<<<quoted-\d+\n\| Off a bucket of another make\.\n/);
    const lines = (await getLedger(home, 'queue')).filter(({ inputType }) => inputType === 'message');
    expect(lines).toMatchObject([{ outcome: 'accepted' }]);
  } finally {
    await ada.close();
  }
});

test('an agent on MinIO completes an A2A request', async () => {
  const { home } = minio;
  const bo = await sdkAgent(home, 'bo');
  try {
    const token = await ownerToken(home, 'olga');
    await createVerifier(home)(await eventually(() => fetchCard(home, 'bo')));
    const parts = [{ text: 'Where do you keep this?' }];
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
    const [answer] = await Promise.all([
      rawCall(home, 'bo', token, rpc('SendMessage', { message })),
      answerNext(bo, (topic) => topic.say('In MinIO.')),
    ]);
    expect(answer.body).toMatchObject({
      result: {
        task: {
          status: { state: 'TASK_STATE_COMPLETED' },
          artifacts: [{ parts: [{ text: 'In MinIO.' }] }],
        },
      },
    });
  } finally {
    await bo.close();
  }
});
