import { type AgentCard, readUntrusted } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { cardView } from './card-view.ts';

const card = {
  agent_id: 'ada',
  card_version: 3,
  name: 'Ada',
  agent_public_key: 'key now',
  prompt_view: 'Name: Ada',
} as AgentCard;

test('returns facts plain, words marked, and everything frozen', () => {
  const view = cardView(card);
  expect(view).toMatchObject({ agentId: 'ada', cardVersion: 3, agentPublicKey: 'key now', withdrawn: false });
  expect(view.previousPublicKeys).toEqual([]);
  expect(readUntrusted(view.name)).toBe('Ada');
  expect(readUntrusted(view.promptView)).toBe('Name: Ada');
  expect(Object.isFrozen(view)).toBe(true);
  expect(Object.isFrozen(view.previousPublicKeys)).toBe(true);
});

test('keeps former keys and reports a tombstone', () => {
  const view = cardView({ ...card, previous_public_keys: ['one', 'two'], status: 'withdrawn' });
  expect(view.previousPublicKeys).toEqual(['one', 'two']);
  expect(view.withdrawn).toBe(true);
});
