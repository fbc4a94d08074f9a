import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { asJson } from '@agent-home/protocol';
import type { RawInput } from '../../judge/open-input.ts';
import type { AnyMode, ModeInput } from '../../mode/mode.ts';
import {
  getContext,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
} from '../alphabet/inputs.ts';
import type { ModeKit } from '../alphabet/kit.ts';
import { TestLedger } from './ledger.ts';
import { choices } from './topic-in-test.ts';

/** Stored ledger of one mode version, which must replay to the same bytes forever. */
export interface GoldenLedger {
  mode: string;
  mode_version: number;
  entries: TopicLedgerEntry[];
  state: JsonObject;
}

const waits = [0, 1, 1, 2, 4, 31];

/** Plays a topic with every kind of input from agents and platform, including invalid ones. */
export function makeGoldenLedger(mode: AnyMode, kit: ModeKit, length = 200): GoldenLedger {
  const parsed = mode.parseRules(kit.golden);
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  const topic = { ...terms(mode.name, parsed.rules), mode_version: mode.version };
  const ledger = new TestLedger(mode, topic, getContext(0));
  const choose = choices(`golden ${mode.name} ${mode.version}`);
  let seconds = 0;
  while (ledger.entries.length < length) {
    seconds += waits[choose(waits.length)] ?? 0;
    const raw = choose(8) === 0 ? platformsOrJunk(choose) : chosen(kit.alphabet(ledger.state), choose);
    const agentId = 'object_key' in raw ? raw.object_key.split('/')[3] : undefined;
    ledger.judge(raw, getContext(seconds, agentId, { reader: choose(20) > 0 }));
  }
  ledger.judge(platformInput('admin', { action: 'close', reason: 'enough' }), getContext(seconds));
  ledger.judge(rawInput(messageDocument('ada', '000099')), getContext(seconds, 'ada'));
  return { mode: mode.name, mode_version: mode.version, entries: ledger.entries, state: ledger.state };
}

function chosen(inputs: ModeInput[], choose: (count: number) => number): RawInput {
  const input = inputs[choose(inputs.length)];
  const isSigned = choose(2) === 0;
  if (input?.type === 'message') return rawInput(asJson(input.message), isSigned);
  if (input?.type === 'request') return rawInput(asJson(input.request), isSigned);
  if (input?.type === 'hand_in') {
    const { object_key, sha256 } = input;
    return platformInput('admin', { action: 'hand_in', object_key, sha256 });
  }
  throw new Error('an alphabet has messages, requests and what is handed in alone');
}

function platformsOrJunk(choose: (count: number) => number): RawInput {
  const { object_key } = rawInput(messageDocument('bo', '000001')) as { object_key: string };
  switch (choose(6)) {
    case 0:
      return { type: 'message', object_key, bytes: new TextEncoder().encode('{"kind":') };
    case 1:
      return { type: 'message', object_key, problem: 'not_plain' };
    case 2:
      return rawInput(requestDocument('cy', 'r000009', { type: 'custom' }));
    default:
      return platformInput('deadline', {});
  }
}
