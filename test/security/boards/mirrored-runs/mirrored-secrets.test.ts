import { createMailer } from '@agent-home/platform';
import type { SessionPorts } from '@agent-home/runtime-node/resident';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { canaries } from '../leaked-secrets/canaries.ts';
import { plantedBugs } from '../leaked-secrets/planted-bugs.ts';
import { findSecrets, type PlayedHome, playHome } from './play-home.ts';

test('secrets of mirrored runs are in no place of a home', { timeout: 240_000 }, async () => {
  const played = await playHome();
  onTestFinished(() => played.close());
  const { sinks, secrets, runs } = played;
  const found = findSecrets(sinks, secrets);
  const bytes = Object.values(sinks).reduce((sum, text) => sum + text.length, 0);
  console.log(
    `mirrored secrets: ${runs} runs, ${Object.keys(sinks).length} places, ${bytes} bytes, ${found.length} found`,
  );
  expect(found).toEqual([]);
  for (const sink of ['table run_records', 'table runs', 'bucket', 'webhooks', 'mails', 'logs'])
    expect([sink, (sinks[sink] ?? '').length > 300]).toEqual([sink, true]);
  await plantEverywhere(played);
  const planted = await played.read();
  const responses = Object.keys(planted).filter((sink) => sink.startsWith('responses'));
  expect(responses.length).toBeGreaterThan(8);
  for (const sink of ['table run_records', 'table planted', 'bucket', 'webhooks', 'mails', ...responses])
    expect(findSecrets({ [sink]: planted[sink] ?? '' }, secrets), sink).toContain(`${sink}: file`);
});

/** Puts a secret into each kind of place: columns of each type, the bucket, responses, a webhook and a mail. */
async function plantEverywhere({ home, mail, hook }: PlayedHome): Promise<void> {
  const { database, store } = home.open.platform;
  const secret = canaries.file;
  await database.execute(sql`create table planted (bytes bytea, document jsonb)`);
  await database.execute(sql`insert into planted values (${Buffer.from(secret)}, null)`);
  await database.execute(
    sql`update run_records set text = ${JSON.stringify(secret)} where run_id = (select min(run_id) from run_records) and seq = 0`,
  );
  await store.put('planted.json', Buffer.from(JSON.stringify({ secret })), {
    contentType: 'application/json',
  });
  await home.admin('POST', '/v1/admin/topics', {
    ...{ topic_id: 'planted', title: secret, visibility: 'public', mode: 'freeform' },
  });
  await fetch(hook, { method: 'POST', body: secret });
  const text = `${secret}\n`;
  await createMailer({ url: mail.url, from: 'home@home.example' }).send({
    ...{ id: 'planted', to: 'olga@mail.example', subject: 'planted', text },
  });
}

test('secrets that a resident does not remove are found in its home', { timeout: 240_000 }, async () => {
  const played = await playHome(switchOff);
  onTestFinished(() => played.close());
  const found = new Set(findSecrets(played.sinks, played.secrets));
  for (const sink of [
    'table run_records',
    'table run_approvals',
    'bucket',
    'responses to the owner',
    'responses to a user as owner',
    'responses to an admin token',
    'responses to a visitor',
  ])
    for (const secret of ['variable', 'file', 'redacted'])
      expect(found, [...found].join()).toContain(`${sink}: ${secret}`);
});

/** Switches the search of the vault and the redaction of the policy off. */
function switchOff(ports: SessionPorts): void {
  if (ports.vault) plantedBugs['nothing is searched']?.(ports.vault);
  const { definition } = ports;
  ports.definition = async () => ({ ...(await definition()), policies: [] });
}
