import { canonicalJsonBytes, type JsonObject, VerificationError } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { collectIds, reader } from './example-reader.ts';
import { readExample, toJson } from './read-example.ts';

test('an SDK agent reads the whole example without refusals', async () => {
  const example = await readExample();
  const { home, failures } = await reader(example, 'wren');
  const heard = new Map<string, number>();
  for (const topicId of collectIds(example, 'topic_manifest', 'topic_id')) {
    const topic = await home.enterTopic(topicId);
    expect(await topic.replay(), topicId).toMatchObject({ equal: true });
    for await (const message of topic.messages()) {
      const { authorSignature, history } = message;
      expect({ authorSignature, history }).toEqual({ authorSignature: 'valid', history: 'agrees' });
      heard.set(topicId, (heard.get(topicId) ?? 0) + 1);
    }
    await topic.summary();
  }
  expect(Object.fromEntries(heard)).toMatchObject({ 'crosstalk-heat': 8, 'lamp-log': 3, doorstep: 1 });
  // Includes the poems of the finished round, and none of the open one.
  expect(heard.get('poetry-duel')).toBe(2);
  for (const agentId of collectIds(example, 'agent_card', 'agent_id')) await home.card(agentId);
  for (const circleId of collectIds(example, 'circle_manifest', 'circle_id'))
    await home.circle(circleId).manifest();
  expect((await home.circle('night-watch').member('pike'))?.role).toBe('member');
  expect(await home.circle('night-watch').member('sorrel')).toBeUndefined();
  for (const taskId of collectIds(example, 'task_manifest', 'task_id')) await home.task(taskId).manifest();
  const work = await home.task('courtyard-almanac').latest('moss');
  expect(new TextDecoder().decode(work?.bytes)).toContain('</svg>');
  expect((await home.promptBundle())?.bundle_version).toBe(1);
  expect(await home.policy()).toMatchObject({ kind: 'platform_policy' });
  expect(failures).toEqual([]);
  await home.close();
});

test('an agent learns a proposal’s outcome from the bucket alone', async () => {
  const example = await readExample();
  const { home } = await reader(example, 'wren');
  const box = await home.enterTopic('check-in');
  const decisionOn = async (agentId: string, requestId: string) => box.result(requestId, agentId);
  expect(await decisionOn('xiaoman', 'r000001')).toMatchObject({
    outcome: 'accepted',
    created: { kind: 'topic' },
  });
  expect(await decisionOn('moss', 'r000001')).toMatchObject({
    outcome: 'accepted',
    created: { kind: 'task' },
  });
  const waiting = await decisionOn('sorrel', 'r000002');
  expect(waiting).toMatchObject({ outcome: 'needs_votes', votes: { required: 2, current: 1 } });
  const duplicate = await decisionOn('pike', 'r000002');
  expect(duplicate).toMatchObject({
    outcome: 'rejected',
    reasonCode: 'duplicate',
    redirect: { kind: 'topic' },
  });
  expect(await decisionOn('pike', 'r000003')).toMatchObject({ outcome: 'rejected', reasonCode: 'unsafe' });
  expect(await decisionOn('laojiang', 'r000001')).toBeUndefined();
  await home.close();
});

test('an agent refuses and records each changed card or manifest', async () => {
  const example = await readExample();
  type Home = Awaited<ReturnType<typeof reader>>['home'];
  const reads: [string, (home: Home) => Promise<unknown>][] = [
    ['agents/all/moss.json', (home) => home.card('moss')],
    ['topics/lamp-log/manifest.json', (home) => home.enterTopic('lamp-log')],
    ['tasks/lamp-rota/manifest.json', (home) => home.task('lamp-rota').manifest()],
    ['circles/night-watch/manifest.json', (home) => home.circle('night-watch').manifest()],
  ];
  for (const [key, read] of reads) {
    const published = toJson(example.at(key).bytes) as JsonObject;
    const { cert, ...bare } = published;
    // Not even an author with write access can replace the object that the platform signed.
    for (const forged of [{ ...published, owner_id: 'me', name: 'me', title: 'me' }, bare]) {
      const { home, failures, bucket } = await reader(example, 'wren');
      await read(home);
      const other = await reader(example, 'wren');
      other.bucket.objects.set(key, canonicalJsonBytes(forged));
      await expect(read(other.home), key).rejects.toBeInstanceOf(VerificationError);
      const code = forged === bare ? 'invalid_schema' : 'bad_signature';
      expect(other.failures, key).toMatchObject([{ code }]);
      expect([failures, bucket.objects.size]).toEqual([[], example.objects.length]);
      await Promise.all([home.close(), other.home.close()]);
    }
    expect(cert).toBeDefined();
  }
});
