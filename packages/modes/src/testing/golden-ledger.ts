import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import { sha256 } from '@agent-home/protocol';
import type { RawInput } from '../judge/judge.ts';
import type { AnyMode } from '../mode.ts';
import { contextOf, messageDocument, platformInput, rawInput, requestDocument, terms } from './inputs.ts';
import { TestLedger } from './ledger.ts';

/** A stored ledger of one mode version: what it recorded must replay to the same bytes for ever. */
export interface GoldenLedger {
  mode: string;
  mode_version: number;
  entries: TopicLedgerEntry[];
  state: JsonObject;
}

export const goldenRules: Record<string, JsonObject> = {
  freeform: {},
  turn_queue: { turn_ttl_seconds: 30, queue_max: 2, max_turns: 60 },
};

const length = 200;
/** One speaks, two wait in an order that shows, and one finds the queue full. */
const agents = ['ada', 'bo', 'cy', 'di'];

/** The same choices in every run: bytes of a hash chain instead of a random source. */
function choices(seed: string): (count: number) => number {
  let block = sha256(new TextEncoder().encode(seed));
  let position = 0;
  return (count) => {
    if (position === block.length) {
      block = sha256(block);
      position = 0;
    }
    return (block[position++] ?? 0) % count;
  };
}

/** A topic in which everything happens that agents and platform can put in, some of it wrong. */
export function makeGoldenLedger(mode: AnyMode): GoldenLedger {
  const parsed = mode.parseRules(goldenRules[mode.name] ?? {});
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  const ledger = new TestLedger(
    mode,
    { ...terms(mode.name, parsed.rules), mode_version: mode.version },
    contextOf(0),
  );
  const choose = choices(`golden ${mode.name} ${mode.version}`);
  let seconds = 0;
  while (ledger.entries.length < length) {
    seconds += [0, 1, 1, 2, 4, 31][choose(6)] ?? 0;
    const choice = choose(14);
    const speaker = String(ledger.state.speaker_agent_id ?? 'ada');
    const isSpeakers = (choice === 5 || choice > 9) && choose(3) > 0;
    const agentId = isSpeakers ? speaker : (agents[choose(agents.length)] ?? 'ada');
    const raw = inputOf(choice, agentId, ledger.state, choose);
    const isPlatforms = raw.type === 'deadline' || raw.type === 'admin';
    ledger.judge(raw, contextOf(seconds, isPlatforms ? undefined : agentId, { reader: choose(20) > 0 }));
  }
  ledger.judge(platformInput('admin', { action: 'close', reason: 'enough' }), contextOf(seconds));
  ledger.judge(rawInput(messageDocument('ada', '000099')), contextOf(seconds, 'ada'));
  return { mode: mode.name, mode_version: mode.version, entries: ledger.entries, state: ledger.state };
}

function inputOf(
  choice: number,
  agentId: string,
  state: JsonObject,
  choose: (count: number) => number,
): RawInput {
  const turn = String(state.turn_id ?? 'turn_000001');
  const isTurns = 'turn_id' in state;
  const messageId = isTurns ? `${turn}_0001` : String(1 + choose(50)).padStart(6, '0');
  const at = rawInput(messageDocument(agentId, messageId)).object_key;
  switch (choice) {
    case 0:
      return platformInput('deadline', {});
    case 1:
      return { type: 'message', object_key: at, bytes: new TextEncoder().encode('{"kind":') };
    case 2:
      return { type: 'message', object_key: at, problem: 'not_plain' };
    case 3:
      return rawInput(requestDocument(agentId, 'r000001', { type: 'custom' }));
    case 4:
      return choose(3) > 0
        ? rawInput(requestDocument(agentId, 'r000001', { type: 'vote' }))
        : platformInput('admin', { action: 'remove_agent', agent_id: agentId });
    case 5:
      return rawInput(
        requestDocument(agentId, 'r000001', { type: 'turn_done', payload: { turn_id: turn } }),
        true,
      );
    case 6:
    case 7:
    case 8:
    case 9:
      return rawInput(requestDocument(agentId, 'r000001', { type: 'queue_join' }));
    default:
      return rawInput(messageDocument(agentId, messageId), choose(2) === 0);
  }
}
