import { describe, expect, test } from 'vitest';
import { speakingHome } from '../testing/speaking-home.ts';

const rules = { proposal_quota_per_day: 5, allowed_proposal_types: ['propose_topic', 'propose_task'] };

describe('proposing', () => {
  test('a proposal returns its certified decision, however late', async () => {
    const { ledger, topic } = await speakingHome('daily_checkin', rules);
    ledger.publishResult = (key, bytes) =>
      void setTimeout(() => ledger.home.bucket.objects.set(key, bytes), 50);
    const decision = await topic.proposeTopic({ title: 'Tea' });
    expect(decision).toMatchObject({
      requestId: 'r000001',
      requestType: 'propose_topic',
      outcome: 'accepted',
      created: { kind: 'topic', id: 'newer' },
      version: 1,
    });
    expect(await topic.proposeTask({ title: 'Boil water' })).toMatchObject({
      requestId: 'r000002',
      created: { kind: 'task' },
    });
  });

  test('a decision that needs votes can be read again', async () => {
    const { ledger, topic } = await speakingHome('daily_checkin', { ...rules, proposal_votes_required: 2 });
    const decision = await topic.proposeTopic({ title: 'Tea' });
    expect(decision).toMatchObject({ outcome: 'needs_votes', votes: { required: 2, current: 0 } });
    const target_object_key = decision.votes?.voteTargetObjectKey ?? '';
    ledger.request('bo', 'vote', { target_object_key });
    expect(await topic.result(decision.requestId)).toMatchObject({ votes: { current: 1 }, version: 2 });
    ledger.request('cy', 'vote', { target_object_key });
    expect(await topic.result(decision.requestId)).toMatchObject({ outcome: 'accepted', version: 3 });
  });

  test('a vote for another’s proposal is counted', async () => {
    const { ledger, topic } = await speakingHome('daily_checkin', { ...rules, proposal_votes_required: 2 });
    ledger.request('bo', 'propose_topic', { title: 'Tea' });
    const decision = await topic.result('r000001', 'bo');
    await topic.vote(decision?.votes?.voteTargetObjectKey ?? '');
    expect(await topic.result('r000001', 'bo')).toMatchObject({ votes: { current: 1 } });
  });

  test('a refused proposal is answered with its decision too', async () => {
    const { topic } = await speakingHome('daily_checkin', rules);
    expect(await topic.proposeTopic({ title: 'unsafe' })).toMatchObject({
      outcome: 'rejected',
      reasonCode: 'unsafe',
      created: undefined,
    });
  });

  test('a proposal in a mode without proposals is answered with its decision', async () => {
    const { topic } = await speakingHome('turn_queue');
    expect(await topic.proposeTopic({ title: 'Tea' })).toMatchObject({
      outcome: 'rejected',
      reasonCode: 'ignored',
    });
  });

  test('a refusal without a decision is an error with its reason', async () => {
    const { ledger, topic } = await speakingHome('turn_queue');
    ledger.publishResult = () => {};
    const error = { name: 'InputRejectedError', code: 'ignored' };
    await expect(topic.proposeTopic({ title: 'Tea' })).rejects.toMatchObject(error);
  });

  test('a decision that is never published is not waited for without end', async () => {
    const { ledger, topic } = await speakingHome('daily_checkin', rules);
    ledger.publishResult = () => {};
    const proposing = topic.proposeTopic({ title: 'Tea' }, { judgeTimeoutSeconds: 0.3 });
    await expect(proposing).rejects.toMatchObject({ name: 'TopicError', code: 'no_decision' });
    expect(await topic.result('r000001')).toBeUndefined();
  });

  test('a vanished decision is withheld, not absent', async () => {
    const { home, topic } = await speakingHome('daily_checkin', rules);
    await topic.proposeTopic({ title: 'Tea' });
    home.bucket.objects.delete('topics/t1/results/ada/r000001.json');
    await expect(topic.result('r000001')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a decision moved from another proposal is refused', async () => {
    const { home, topic } = await speakingHome('daily_checkin', rules);
    await topic.proposeTopic({ title: 'Tea' });
    const { objects } = home.bucket;
    const moved = objects.get('topics/t1/results/ada/r000001.json') ?? new Uint8Array();
    objects.set('topics/t1/results/ada/r000002.json', moved);
    await expect(topic.result('r000002')).rejects.toMatchObject({ code: 'wrong_object_key' });
  });
});
