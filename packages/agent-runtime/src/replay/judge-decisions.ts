import { type FindValue, LogError, type LogErrorCode } from '../run-log/index.ts';
import { replayLog } from './replay-log.ts';

/** Result of judging the decisions of a log again. */
export interface JudgedDecisions {
  /** Decisions in the log. */
  total: number;
  /** Decisions that the recorded rules, inputs and facts give again. */
  equal: number;
  /**
   * First record that differs from the one that its inputs give; `wrong_decision` for a decision. Later decisions are not judged,
   * because the run would have taken another course there.
   */
  differs?: { seq: number; code: LogErrorCode };
  /** First record without a value that judging needs, as in a copy that lacks unchecked output. Later decisions are not judged. */
  unknown?: { seq: number };
}

/**
 * Judges each decision of a log again: the run is replayed from its inputs, so rules, facts and arguments are those of the record,
 * and a forged chain hides nothing.
 * @param lines of a log whose chain is verified
 * @param find returns the text of an attachment by its SHA-256
 */
export function judgeDecisions(lines: readonly string[], find: FindValue): JudgedDecisions {
  const decisions = lines.flatMap((line, seq) => (isDecision(line) ? [seq] : []));
  const total = decisions.length;
  try {
    replayLog(lines, find);
    return { total, equal: total };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const { seq, code } = error;
    const equal = decisions.filter((decision) => decision < seq).length;
    return {
      total,
      equal,
      ...(code === 'missing_value' ? { unknown: { seq } } : { differs: { seq, code } }),
    };
  }
}

/** The type is the last member of a canonical record. */
function isDecision(line: string): boolean {
  return line.endsWith('"type":"policy.decided"}');
}
