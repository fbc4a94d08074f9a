import { test } from 'vitest';
import {
  expectStreamed,
  type RuntimeInUse,
  replyOfRegistered,
  replyOfResident,
  streamOfProgram,
} from '../support/runtime-in-use.ts';
import { langgraphFolder } from './open-runtime.ts';

const runtime: RuntimeInUse = {
  selector: 'langgraph',
  variables: { AGENT_HOME_LANGGRAPH: langgraphFolder },
};

test('a program streams the text of an agent on LangGraph', { timeout: 120_000 }, async () => {
  expectStreamed(await streamOfProgram(runtime));
});

test('a message of a resident on LangGraph carries a verified run', { timeout: 240_000 }, async () => {
  await replyOfResident(runtime);
});

test('a registered agent lives on LangGraph', { timeout: 240_000 }, async () => {
  await replyOfRegistered(runtime);
});
