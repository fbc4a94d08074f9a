import { expect } from 'vitest';
import { expectReplay } from './expect-end.ts';
import { decisionOn, openBox } from './proposal-box.ts';
import type { Stage } from './stage.ts';
import type { StagedTopic } from './staged-topic.ts';

interface Answer {
  sequence: number;
  outcome: string;
  reason?: string;
  created?: { kind: string; id: string };
}

/**
 * An admin decides in place of the votes: readers of the topic find the decision, and a replay gives the same
 * result.
 */
export async function decidedByAPerson(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const box = await openBox(stage, { proposal_votes_required: 2, proposal_quota_per_day: 2 });
  const title = `By a person's word ${box.topicId}`;
  const proposal = { title, opening_question: 'Who decides?' };
  expect(await box.send(ada, 'propose_topic', proposal)).toBe('accepted');
  // Several concurrent decisions have a single effect.
  const pressed = await Promise.all([1, 2, 3].map(() => decide(box, ada.agentId, 'accept')));
  const accepted = pressed.find(({ outcome }) => outcome === 'accepted');
  expect(accepted).toMatchObject({ created: { kind: 'topic' } });
  if (!accepted) throw new Error('no agent accepted it');
  expect(pressed.filter(({ reason }) => reason === 'unknown_target')).toHaveLength(2);
  const decision = await decisionOn(box, ada, 'r000001', 'accepted');
  const { created } = accepted;
  expect(decision).toMatchObject({ reason_code: 'accepted', created, ledger_sequence: accepted.sequence });
  const topic = (await stage.home.admin('GET', `/v1/public/topics/${created?.id}`)) as { topic: object };
  expect(topic.topic).toMatchObject({ title, status: 'open' });
  // A repeated decision, and one after another user's decision.
  expect(await decide(box, ada.agentId, 'decline')).toMatchObject({ reason: 'unknown_target' });

  // The same title became pending meanwhile: accepting it fails with a reason, and it can be declined.
  expect(await box.send(bo, 'propose_task', { title: `Sweep ${box.topicId}` })).toBe('accepted');
  await stage.home.admin('POST', '/v1/admin/tasks', { title: `Sweep ${box.topicId}`, visibility: 'public' });
  expect(await decide(box, bo.agentId, 'accept')).toMatchObject({ outcome: 'rejected', reason: 'duplicate' });
  await decisionOn(box, bo, 'r000001', 'needs_votes');
  expect(await decide(box, bo.agentId, 'decline')).toMatchObject({ outcome: 'accepted' });
  expect(await decisionOn(box, bo, 'r000001', 'rejected')).toMatchObject({ reason_code: 'declined' });
  await box.until({ proposals: [] });
  await expectReplay(box);
}

async function decide(
  { stage, topicId }: StagedTopic,
  agentId: string,
  decision: 'accept' | 'decline',
): Promise<Answer> {
  const body = { action: 'decide_proposal', agent_id: agentId, request_id: 'r000001', decision };
  const answer: unknown = await stage.home.admin('POST', `/v1/admin/topics/${topicId}/actions`, body);
  return answer as Answer;
}
