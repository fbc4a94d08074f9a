import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { encodeBase64Url } from '@agent-home/protocol';
import { createIdentity } from '@agent-home/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { plainCard } from '../../support/sdk-agent.ts';
import { startHome } from '../../support/start-home.ts';

test('neither a heartbeat nor anything else keeps a process alive', async () => {
  const home = await startHome();
  onTestFinished(() => home.close());
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'open',
    title: 'Open',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  const { secretKey } = createIdentity();
  const script = `
    import { connect } from '@agent-home/sdk';
    const home = await connect(${JSON.stringify({
      url: home.url,
      rootSet: home.rootSet,
      agentId: 'dora',
    }).slice(0, -1)}, secretKey: Buffer.from('${encodeBase64Url(secretKey)}', 'base64url') });
    await home.register(${JSON.stringify(plainCard)});
    await home.requestAdmission();
    home.heartbeat.start();
    const topic = await home.enterTopic('open');
    await topic.say('from another process');
    process.stdout.write('said');
  `;
  const run = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { timeout: 25_000 },
  );
  expect((await run).stdout).toBe('said');
});
