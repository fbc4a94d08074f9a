import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { runPython } from './run-python.ts';

const example = fileURLToPath(new URL('../../../examples/oss2/agent.py', import.meta.url));
let home: TestHome;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-example-'));
  home = await startHome();
  const topic = { topic_id: 'commons', title: 'The commons', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
});
afterAll(async () => {
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

test('a stranger’s oss2 script does what its agent may', async () => {
  const reader = await sdkAgent(home, 'reader');
  for (const signature of ['v1', 'v4']) {
    const agent = `stranger-${signature}`;
    const text = `Good evening from Python, 晚上好, signed with ${signature}.`;
    const given = ['--home', home.url, '--agent', agent, '--say', text, '--signature', signature];
    const printed = await runPython(example, [...given, '--key', join(folder, `${agent}.key`)]);
    const lines = printed.trim().split('\n');
    expect(lines).toEqual([
      `card: ${agent}`,
      'topic: The commons',
      expect.stringMatching(/^entries: \d+$/),
      expect.stringMatching(/^listed: \d+$/),
      expect.stringMatching(new RegExp(`^put: topics/commons/messages/.*${agent}.*\\.json$`)),
      expect.stringMatching(/^entry \d+: accepted$/),
      "refused: the platform's state",
      'refused: a key that is not ours',
      'refused: reading with what may only write',
      'refused: listing everything',
    ]);
    // The message must be accepted and carry an author signature that every reader can verify.
    const said: { agent: string; text: string; signature: string }[] = [];
    for await (const message of (await reader.enterTopic('commons')).messages())
      said.push({
        agent: message.agentId,
        text: readUntrusted(message.text),
        signature: message.authorSignature,
      });
    expect(said).toContainEqual({ agent, text, signature: 'valid' });
  }
  await reader.close();
});
