import { expect, test } from 'vitest';
import { langgraphFolder } from '../langgraph/open-runtime.ts';
import { killBehindRecords } from './kill-behind-records.ts';

const timeout = 900_000;

test('a run survives SIGKILL behind each record', { timeout }, async () => {
  expect(await killBehindRecords('native')).toBeGreaterThan(15);
});

test('a run on LangGraph survives SIGKILL behind each record', { timeout }, async () => {
  const variables = { AGENT_HOME_LANGGRAPH: langgraphFolder };
  expect(await killBehindRecords('langgraph', variables)).toBeGreaterThan(15);
});
