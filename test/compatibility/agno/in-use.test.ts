import { inject, test } from 'vitest';
import {
  expectStreamed,
  type RuntimeInUse,
  replyOfRegistered,
  replyOfResident,
  streamOfProgram,
} from '../../system/runtime/support/runtime-in-use.ts';

function agnoRuntime(): RuntimeInUse {
  const { python, installed } = inject('agno');
  return { selector: 'agno', variables: { AGENT_HOME_AGNO_PYTHON: python, PYTHONPATH: installed } };
}

test('a program streams the text of an agent on agno', async () => {
  expectStreamed(await streamOfProgram(agnoRuntime()));
});

test('a message of a resident on agno carries a verified run', { timeout: 240_000 }, async () => {
  await replyOfResident(agnoRuntime());
});

test('a registered agent lives on agno', { timeout: 240_000 }, async () => {
  await replyOfRegistered(agnoRuntime());
});
