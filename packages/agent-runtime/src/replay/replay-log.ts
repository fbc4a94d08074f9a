import { JsonError, type JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { RuntimeError } from '../errors/runtime-error.ts';
import { type Step, transition } from '../loop/transition.ts';
import { PolicySpecError } from '../policy/index.ts';
import type { RunInput } from '../ports/run-input.ts';
import {
  checkedValue,
  type FindValue,
  isInput,
  LogError,
  putBack,
  type RunRecord,
  verifyData,
} from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';

export interface Replayed {
  /** State of the run after its last complete step. */
  state: RunState;
  records: RunRecord[];
  /** Records of an incomplete last step, which the replay has recomputed. */
  missing: string[];
}

/**
 * Replays a log from its inputs and compares it byte by byte. A log may end inside a step, because the process died while writing.
 * It is equal up to there, and the missing records of the step are returned as `missing`.
 * @param lines lines of the log, without line breaks
 * @param find returns the text of an attachment by its SHA-256
 * @throws LogError for the first record that differs
 */
export function replayLog(lines: readonly string[], find: FindValue): Replayed {
  let state: RunState | undefined;
  const missing: string[] = [];
  const records: RunRecord[] = [];
  for (let index = 0; index < lines.length; ) {
    const step = getStep(state, getInput(lines[index] ?? '', index, find), index);
    for (const { line: made, record: sealed } of step.sealed) {
      const written = lines[index];
      if (written === undefined) missing.push(made);
      else if (written !== made) throw otherRecord(sealed, index);
      else records.push(sealed);
      index++;
    }
    state = step.state;
  }
  if (!state) throw new LogError('missing_start', 0, 'the log is empty');
  return { state, records, missing };
}

/** A decision that differs from its recorded rules has its own code, because decisions are the main target of a forged log. */
function otherRecord({ type }: RunRecord, index: number): LogError {
  return type === 'policy.decided'
    ? new LogError('wrong_decision', index, 'differs from the decision of the recorded rules')
    : new LogError('unequal_replay', index, `differs from the computed ${type}`);
}

/** Runs one transition. Any failure by a forged input is a fault of the log. */
function getStep(state: RunState | undefined, input: RunInput, index: number): Step {
  try {
    return transition(state, input);
  } catch (error) {
    if (error instanceof RuntimeError) throw new LogError('unequal_replay', index, error.message);
    if (error instanceof PolicySpecError || error instanceof JsonError)
      throw new LogError('invalid_data', index, error.message, { cause: error });
    throw error;
  }
}

/** Members that an input must have. The rest of its line is computed again and compared. */
const inputSchema = z.object({
  type: z.string(),
  time: z.iso.datetime({ precision: 3 }),
  data: z.custom<JsonObject>((data) => typeof data === 'object' && data !== null && !Array.isArray(data)),
});

/** Validated here, because a transition trusts its input. */
function getInput(line: string, seq: number, find: FindValue): RunInput {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new LogError('malformed_line', seq, 'is not JSON');
  }
  const parsed = inputSchema.safeParse(value);
  if (!parsed.success) throw new LogError('invalid_record', seq, 'is not a record');
  const { type, time, data } = parsed.data;
  if (!isInput(type))
    throw new LogError('unequal_replay', seq, `${type.slice(0, 100)} does not follow the record before`);
  const whole = line.includes('"$beside":') ? (putBack(data, checkedValue(find, seq)) as JsonObject) : data;
  verifyData({ type, seq, data: whole });
  return { type, time, data: whole } as RunInput;
}
