import { readFileSync } from 'node:fs';
import { modes, type ReplayState, replayEntry } from '@agent-home/modes';
import type { JsonObject, JsonValue, TopicLedgerEntry } from '@agent-home/protocol';
import type { Outcome, VectorCase, VectorKind } from '../form/vector.ts';

type Input = {
  mode: string;
  mode_version: number;
  state: JsonObject;
  agent_id: string;
  message_id: string;
};

/** Enough for every kind of result of a mode, some of them twice. */
const mostOfAMode = 14;

/** Vectors for clients that read a certified state without judging modes themselves. */
export const modeStates: VectorKind<Input> = {
  kind: 'mode-states',
  description:
    'What a state says to an agent that is about to write a message. input: mode, mode_version, state, agent_id, message_id. ' +
    'output: turn (whose turn it is: agent_id, turn_id, expires_at; null while nobody has it, false where the mode has no ' +
    'turns), ends_with_turn_done (whether a turn ends with that request), meta (what the message says of where it stands; ' +
    'null where the state is not the one that its place is in). Code: unknown_mode.',
  cases: () => [...modes.flatMap(({ name, version }) => collectCases(name, version)), unknownMode],
  judge,
};

const unknownMode: VectorCase<Input> = {
  name: 'a mode of a later platform',
  input: { mode: 'tug_of_war', mode_version: 1, state: {}, agent_id: 'ada', message_id: '000001' },
  expected: 'unknown_mode',
};

function judge({ mode: name, mode_version: version, state, agent_id, message_id }: Input): Outcome {
  const mode = modes.find((one) => one.name === name && one.version === version);
  if (!mode) return { expected: 'unknown_mode' };
  const turn = mode.turn(state);
  return {
    expected: 'ok',
    output: {
      turn: turn === undefined ? false : turn && { ...turn },
      ends_with_turn_done: mode.endsWithTurnDone,
      meta: mode.messageMeta(state, { agent_id, message_id }) ?? null,
    },
  };
}

/**
 * Returns the cases of a mode's stored ledger: each attempted message in the state before it, at most two for
 * the same result.
 */
function collectCases(mode: string, version: number): VectorCase<Input>[] {
  const file = new URL(`../../../../packages/modes/golden/${mode}.v${version}.json`, import.meta.url);
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: TopicLedgerEntry[] };
  const answers = new Map<string, number>();
  const cases: VectorCase<Input>[] = [];
  let before: ReplayState | undefined;
  for (const entry of entries) {
    const place = /^topics\/[^/]+\/messages\/([^/]+)\/([^/]+)\.json$/.exec(
      entry.header.input.object_key ?? '',
    );
    if (before && place && cases.length < mostOfAMode) {
      const [, agent_id = '', message_id = ''] = place;
      const input = { mode, mode_version: version, state: before.state, agent_id, message_id };
      const form = toForm(judge(input).output ?? null);
      const seen = answers.get(form) ?? 0;
      answers.set(form, seen + 1);
      if (seen < 2)
        cases.push({ name: `${mode} ${version}, before entry ${entry.sequence}`, input, expected: 'ok' });
    }
    before = replayEntry(before, entry);
  }
  return cases;
}

/** Reduces a result to its field names, without values. */
function toForm(value: JsonValue): string {
  if (typeof value !== 'object' || value === null)
    return String(value === null || typeof value === 'boolean' ? value : typeof value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${toForm(inner as JsonValue)}`)
    .sort()
    .join(',')}}`;
}
