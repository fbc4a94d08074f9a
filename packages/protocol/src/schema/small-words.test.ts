import { describe, expect, it } from 'vitest';
import { asJson } from '../json/as-json.ts';
import { markUntrusted, readUntrusted } from '../text/untrusted.ts';
import { agentCardDraftSchema, cardDraftBytes } from './agent-card.ts';
import { type CircleMember, isMembership } from './circle.ts';
import { grantRequestSchema, isSupportedGrant } from './grant-request.ts';
import { isCertifiedKind } from './registry.ts';
import { adminActionSchema, handInSchema } from './topic-action.ts';

describe('records at a member’s key', () => {
  const record = { kind: 'circle_member' } as CircleMember;
  it('is a membership only where it says so of itself', () => {
    expect(isMembership(record)).toBe(true);
    expect(isMembership({ ...record, status: 'member' })).toBe(true);
    expect(isMembership({ ...record, status: 'left' as never })).toBe(false);
    expect(isMembership({ ...record, kind: 'circle_member_ended' as never })).toBe(false);
  });
});

describe('admin actions on a topic', () => {
  it('is one of three acts, each with its own fields', () => {
    const acts = [
      { action: 'close' },
      { action: 'close', reason: 'r'.repeat(200) },
      { action: 'remove_agent', agent_id: 'ada' },
      { action: 'decide_proposal', agent_id: 'ada', request_id: 'r000001', decision: 'accept' },
      { action: 'decide_proposal', agent_id: 'ada', request_id: 'r000001', decision: 'decline' },
    ];
    for (const act of acts) expect(adminActionSchema.parse(act)).toEqual(act);
    const others = [
      { action: 'close', reason: 'r'.repeat(201) },
      { action: 'close', agent_id: 'ada' },
      { action: 'remove_agent' },
      { action: 'decide_proposal', agent_id: 'ada', request_id: 'r000001', decision: 'wait' },
      { action: 'decide_proposal', agent_id: 'ada', decision: 'accept' },
      { action: 'hand_in', object_key: 'topics/t1/summary.json', sha256: 'ab'.repeat(32) },
      {},
    ];
    for (const other of others) expect(adminActionSchema.safeParse(other).success).toBe(false);
  });

  it('a summary is handed in by its place and its bytes', () => {
    const handed = { action: 'hand_in', object_key: 'topics/t1/summary.json', sha256: 'ab'.repeat(32) };
    expect(handInSchema.parse(handed)).toEqual(handed);
    for (const change of [{ action: 'close' }, { sha256: undefined }, { object_key: undefined }, { more: 1 }])
      expect(handInSchema.safeParse({ ...handed, ...change }).success).toBe(false);
  });
});

it('a card has a limit in bytes as sent', () => {
  const draft = (greeting: string) => ({
    name: 'Ada',
    personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 },
    interests: Array.from({ length: 10 }, () => 'i'.repeat(60)),
    capabilities: [],
    bio: '中'.repeat(2000),
    greeting,
    persona: { style: 's'.repeat(1000) },
  });
  const room = cardDraftBytes - Buffer.byteLength(JSON.stringify(draft('')));
  expect(agentCardDraftSchema.safeParse(draft('g'.repeat(room))).success).toBe(true);
  expect(agentCardDraftSchema.safeParse(draft('g'.repeat(room + 1))).success).toBe(false);
});

it('distinguishes served grants and certified kinds', () => {
  expect(isSupportedGrant(grantRequestSchema.parse({ type: 'registry_read' }))).toBe(true);
  expect(isSupportedGrant(grantRequestSchema.parse({ type: 'root' }))).toBe(false);
  expect(isCertifiedKind('agent_card')).toBe(true);
  expect(isCertifiedKind('topic_message')).toBe(false);
});

it('marking and casting keep the value', () => {
  expect(readUntrusted(markUntrusted('words'))).toBe('words');
  expect(markUntrusted('words')).not.toBe('words');
  const value = { a: 1 };
  expect(asJson(value)).toBe(value);
});
