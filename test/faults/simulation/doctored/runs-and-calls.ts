import { argumentsSha256 } from '@agent-home/agent-runtime';
import { approvalId } from '../testing/quiet-household.ts';
import {
  type DoctoredHousehold,
  insertRecords,
  runIn,
  withCall,
  withCount,
  withData,
  withoutRecord,
} from './household-parts.ts';

/** Runs that do not come to their end. */
export const endings: DoctoredHousehold[] = [
  [
    'a run that stays interrupted',
    (household) => void runIn(household).records.splice(-2),
    'runs ended',
    'is left unfinished at kairo.tool.result',
  ],
  [
    'a run that waits for an approval that was given',
    (household) => {
      const { records } = runIn(household);
      const [last] = records.slice(-1);
      const question = { approval_id: approvalId, tool_call_id: 'call_6_0', arguments: {} };
      const data = { ...question, arguments_sha256: argumentsSha256({}) };
      if (last) Object.assign(last, { type: 'approval.requested', data });
    },
    'runs ended',
    'is left unfinished at approval.requested',
  ],
  [
    'a run that the home still shows as running',
    ({ home }) => {
      for (const copy of home.runs) copy.state = 'running';
    },
    'runs ended',
    'is answered, and the home shows running',
  ],
  ['a message without an answer', withoutRecord('kairo.intent.ended'), 'runs ended', 'has 0 answers to 1'],
  [
    'a message with two answers',
    (household) => {
      const answer = runIn(household).records.find(({ type }) => type === 'kairo.intent.ended');
      if (answer) insertRecords(household, answer);
    },
    'runs ended',
    'has 2 answers to 1',
  ],
  [
    'a second run for a turn',
    (household) => {
      const other = structuredClone(runIn(household));
      other.runId = 'run_again';
      other.records = other.records.filter(({ type }) => /^run|message$|intent/.test(type));
      for (const { type, data } of other.records)
        if (type === 'run.ended') Object.assign(data, { usage: { tool_calls: 0 } });
      household.evidence.runs.push(other);
    },
    'runs ended',
    'is another run than run_quiet for turn_000001 of resident-a-rings',
  ],
  [
    'an accepted message that no ledger has',
    ({ evidence }) => {
      evidence.messages = [];
    },
    'runs ended',
    'is reported as accepted, and is in 0 ledgers',
  ],
];

/** Calls that differ from the decisions on them. */
export const decisions: DoctoredHousehold[] = [
  [
    'a call that was requested with other arguments',
    withCall('call_2_0', 'call.requested', { arguments: { note: 'another' } }),
    'calls as decided',
    'has other arguments in one of its records',
  ],
  [
    'a call that was decided on with other arguments',
    withCall('call_2_0', 'policy.decided', { arguments_sha256: 'f'.repeat(64) }),
    'calls as decided',
    'has other arguments in one of its records',
  ],
  [
    'a message that was made with other arguments',
    withCall('call_5_0', 'kairo.tool.invoke', { args: { text: 'Another.' } }),
    'calls as decided',
    'has other arguments in one of its records',
  ],
  [
    'a denied call that was made',
    withCall('call_2_0', 'policy.decided', { effect: 'deny', code: 'denied_by_policy' }),
    'calls as decided',
    'was made after its refusal: denied_by_policy',
  ],
  [
    'a denied call that is reported as done',
    withCall('call_4_0', 'kairo.tool.result', { isError: false, result: { status: 'ok' } }),
    'calls as decided',
    'was refused (denied_by_policy), and its model reads ok',
  ],
  [
    'a denied call that is reported as failed',
    withCall('call_4_0', 'kairo.tool.result', { result: { status: 'error', error: { code: 'timeout' } } }),
    'calls as decided',
    'was refused (denied_by_policy), and its model reads timeout',
  ],
  [
    'a decision by policies that were replaced',
    withCall('call_5_0', 'policy.decided', { bundle: { version: 1, sha256: 'c'.repeat(64) } }),
    'policies forward',
    'decided by version 1 of its policies after version 2',
  ],
  ['a call that was not counted', withCount(3), 'calls as decided', 'made 4 calls and counted 3'],
];

/** Sessions that share messages. */
export const sessions: DoctoredHousehold[] = [
  [
    'a session of two topics',
    (household) => {
      const run = runIn(household);
      const other = structuredClone(run);
      for (const { type, data } of other.records)
        if (type === 'kairo.user.message') Object.assign(data, { extra: { topic_id: 'resident-a-tolls' } });
      other.runId = 'run_of_another_topic';
      other.records = other.records.filter(({ type }) => /^run|message$|intent/.test(type));
      for (const { type, data } of other.records)
        if (type === 'run.ended') Object.assign(data, { usage: { tool_calls: 0 } });
      household.evidence.runs.push(other);
    },
    'sessions apart',
    'of resident-a-tolls is in the session of resident-a-rings',
  ],
  [
    'a run that begins with messages of another topic',
    withData('run.started', { context: [{ role: 'user', content: 'in the topic resident-a-tolls, until' }] }),
    'sessions apart',
    'of resident-a-rings begins with messages of resident-a-tolls',
  ],
  [
    'a run that begins with words of another topic',
    withData('run.started', { context: [{ role: 'tool', content: 'topic-2?' }] }),
    'sessions apart',
    'of resident-a-rings begins with messages of resident-a-tolls',
  ],
];
