import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFiles } from '@agent-home/platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { openSmqPusher } from '../../support/smq-pusher.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const lines: string[] = [];
let home: TestHome;
let ada: RawAgent;
beforeAll(async () => {
  home = await startHome({
    logTo: { write: (line) => void lines.push(line) },
    environment: { LOG_LEVEL: 'trace' },
  });
  ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'open',
    title: 'Open',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  await judged(home, 'open', await ada.say('open', 'hello'));
});
afterAll(() => home.close());

test('no secret ever reaches a log', async () => {
  const made = await home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'logged' });
  const { credentials } = await ada.ask(
    { type: 'registry_read' },
    { type: 'topic_message_write', topic_id: 'open' },
  );
  const signed = ada.sign('POST', '/v1/credentials', '{"grants":[]}');
  const headers = { ...signed, 'content-type': 'application/json' };
  await fetch(`${home.url}/v1/credentials`, { method: 'POST', headers, body: '{"grants":[]}' });
  await fetch(`${home.url}/v1/credentials`, { method: 'POST', headers, body: '{"grants":' });
  const stranger = `aht_${'s'.repeat(43)}`;
  for (const token of [String(made.token), stranger]) {
    await fetch(`${home.url}/v1/admin/owners`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":1}',
    });
  }
  const push = await openSmqPusher(home);
  await push([{ key: 'topics/open/state.json' }], { sentBody: 'other' });
  await push([{ key: 'topics/open/state.json' }]);
  await fetch(`${home.url}/v1/events/oss/${home.secrets.eventToken}?x=1`, { method: 'DELETE' });
  const keys = JSON.parse(await readFile(join(home.settings.keysFolder, keyFiles.signing), 'utf8'));
  const secrets = [
    ...credentials.flatMap((one) => [one.access_key_secret, one.security_token]),
    ...Object.values<string>(keys),
    String(made.token),
    stranger,
    signed.signature ?? '',
    home.secrets.adminToken,
    home.secrets.eventToken,
    home.secrets.platformAccessKeySecret,
    new URL(home.settings.databaseUrl).password,
  ];
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  expect(log).toContain('/v1/events/oss/:token');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(log.includes(secret), `a secret of ${secret.length} characters`).toBe(false);
  }
  expect(log).not.toMatch(/Bearer (?!\[)/);
});
