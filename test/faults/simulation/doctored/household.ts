import { mostCalls } from '../residents/scenes.ts';
import { keyOf, messageKey } from '../testing/quiet-household.ts';
import {
  type DoctoredHousehold,
  effectIn,
  insertRecords,
  runIn,
  withCount,
  withData,
  withoutRecord,
} from './household-parts.ts';
import { decisions, endings, sessions } from './runs-and-calls.ts';

const effects: DoctoredHousehold[] = [
  [
    'an effect that happened twice',
    (household) => {
      household.evidence.effects = [effectIn(household), effectIn(household)];
    },
    'effects decided',
    'happened 2 times',
  ],
  [
    'an effect of no call',
    (household) => {
      effectIn(household).key = keyOf('call_9_0');
    },
    'effects decided',
    'happened without a call in any log',
  ],
  [
    'an effect with other arguments',
    (household) => {
      effectIn(household).arguments = { note: 'another', secret: 'secret-of-the-vault' };
    },
    'effects decided',
    'happened otherwise than it was decided',
  ],
  [
    'an effect that got the handle in place of the secret',
    (household) => {
      effectIn(household).arguments.secret = 'vault://bell';
    },
    'effects decided',
    'happened otherwise than it was decided',
  ],
  [
    'an effect that a policy denies',
    (household) => {
      effectIn(household).tool = 'toll';
    },
    'effects decided',
    'happened against the certified policy',
  ],
  [
    'a call reported as done that did not happen',
    ({ evidence }) => {
      evidence.effects = [];
    },
    'effects decided',
    'is reported as done, and did not happen',
  ],
  [
    'a call of the MCP server that was made again',
    ({ evidence }) => void evidence.counted.push(...evidence.counted),
    'effects decided',
    'happened 2 times for 1 calls',
  ],
  [
    'a call of a tool that had changed',
    ({ evidence }) => {
      for (const call of evidence.counted) call.schema = 'anything';
    },
    'effects decided',
    'happened with a tool that had changed (anything)',
  ],
  [
    'a call of a tool whose change was not read',
    ({ evidence }) => {
      for (const call of evidence.counted) call.schema = 'unread';
    },
    'effects decided',
    'happened with a tool that had changed (unread)',
  ],
  [
    'a command that was run without a call',
    (household) => {
      withoutRecord('kairo.tool.invoke')(household);
      withCount(3)(household);
    },
    'effects decided',
    'happened without a call in any log',
  ],
  [
    'a command reported as done that did not run',
    ({ evidence }) => void evidence.bells.pop(),
    'effects decided',
    'is reported as done 1 times, and happened 0 times',
  ],
];

const runs: DoctoredHousehold[] = [
  [
    'a log that does not replay',
    (household) => {
      runIn(household).problem = 'record 3 differs';
    },
    'resident runs',
    'has a log that does not hold: record 3 differs',
  ],
  [
    'a log without a valid MAC',
    (household) => {
      runIn(household).isAuthentic = false;
    },
    'resident runs',
    'has a log that its machine does not recognize',
  ],
  [
    'a run above its budget',
    (household) => {
      const { records } = runIn(household);
      const call = records.find(({ type }) => type === 'kairo.tool.invoke');
      if (!call) throw new Error('there is no call');
      const more = (index: number) => ({
        ...call,
        data: { ...call.data, toolCallId: `call_1_${index + 1}` },
      });
      insertRecords(household, ...Array.from({ length: mostCalls }, (_, index) => more(index)));
      for (const { data } of records) if (data.name === 'ring') Object.assign(data, { name: 'oracle' });
      household.evidence.effects = [];
      withCount(mostCalls + 4)(household);
    },
    'resident runs',
    `made ${mostCalls + 4} of ${mostCalls} calls`,
  ],
  [
    'an ended run that has changed',
    ({ evidence }) => void evidence.kept[0]?.lines.pop(),
    'resident runs',
    'was changed after its end',
  ],
  [
    'an ended run that is lost',
    ({ evidence }) => {
      for (const one of evidence.kept) one.runId = 'run_lost';
    },
    'resident runs',
    'is lost',
  ],
  [
    'a message without a run',
    ({ evidence }) => {
      for (const message of evidence.messages) message.text = '{"content":{"text":"Done."}}';
    },
    'resident runs',
    'names no run',
  ],
  [
    'a message that its run does not know',
    withData('call.prepared', { prepared: { objectKey: 'another', document: '{}' } }),
    'resident runs',
    'is not in the run that it names',
  ],
  [
    'a message with another head',
    (household) => {
      const run = runIn(household);
      run.hashes = run.hashes.map(() => 'a'.repeat(64));
    },
    'resident runs',
    'does not commit to its run',
  ],
  [
    'a message that was posted again',
    (household) => {
      const { evidence } = household;
      const objectKey = messageKey.replace('000001', '000002');
      const [message] = evidence.messages;
      if (message) evidence.messages.push({ ...message, objectKey });
      const { records } = runIn(household);
      const prepared = records.find(({ type }) => type === 'call.prepared');
      if (!prepared) throw new Error('there is no message');
      const again = { ...(prepared.data.prepared as object), objectKey };
      insertRecords(household, { ...prepared, data: { ...prepared.data, prepared: again } });
    },
    'resident runs',
    'repeats',
  ],
  [
    'a resident that stays silent',
    ({ evidence }) => void evidence.silent.push('resident-b'),
    'resident runs',
    'has answered nothing after the faults',
  ],
  [
    'a mirror that stays behind',
    ({ evidence }) => {
      evidence.lag = 'runs are not mirrored at present';
    },
    'resident runs',
    'did not send all runs',
  ],
];

const approvals: DoctoredHousehold[] = [
  [
    'a refusal that was taken for an approval',
    ({ home }) => {
      for (const { certified } of home.decisions) if (certified) certified.decision = 'deny';
    },
    'resident approvals',
    'is certified as deny, and a log has approve',
  ],
  [
    'an approval without a certificate',
    ({ home }) => {
      for (const decision of home.decisions) decision.certified = undefined;
    },
    'resident approvals',
    'is decided in a log, and not certified',
  ],
  [
    'an approval for other arguments',
    ({ home }) => {
      for (const { certified } of home.decisions) if (certified) certified.argumentsSha256 = 'other';
    },
    'resident approvals',
    'is certified for other arguments',
  ],
  [
    'an approval that was used twice',
    (household) => {
      const { records } = runIn(household);
      const [decided, another] = records.filter(({ type }) => type === 'policy.decided');
      if (decided && another) Object.assign(another.data, { approval_id: decided.data.approval_id });
    },
    'resident approvals',
    'allows two calls',
  ],
];

const leaks: DoctoredHousehold[] = [
  [
    'a secret in a log',
    (household) => {
      household.evidence.kept = [];
      runIn(household).lines.push('secret-of-the-vault');
    },
    'nothing leaked',
    'has the secret of the vault',
  ],
  [
    'a secret in a copy',
    ({ home }) => void home.runs[0]?.texts.push('secret-of-the-vault'),
    'nothing leaked',
    'has the secret of the vault',
  ],
  [
    'a secret in a request to a model',
    ({ evidence }) => {
      for (const request of evidence.requests) request.text += 'secret-of-the-vault';
    },
    'nothing leaked',
    'has the secret of the vault',
  ],
  [
    'withheld content in a request to a model',
    ({ evidence }) => {
      for (const request of evidence.requests) request.text += 'withheld-content';
    },
    'nothing leaked',
    'has content that a guardrail withholds',
  ],
  [
    'words of another topic in a request to a model',
    ({ evidence }) => {
      for (const request of evidence.requests) request.text += 'topic-2';
    },
    'nothing leaked',
    'has words of resident-a-tolls',
  ],
];

/** Faults of residents' runtimes, each with the finding that has to result. */
export const household: DoctoredHousehold[] = [
  ...effects,
  ...runs,
  ...endings,
  ...decisions,
  ...approvals,
  ...sessions,
  ...leaks,
];
