import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The round and phase that an entry came in, and until when what is sealed stays so. */
export const readLine: ReadLine<State> = ({ input, before }) => {
  const sealedUntil = input === 'request' ? before.voting_ends_at : before.submission_deadline_at;
  const end = sealedUntil === null ? {} : { sealedUntil };
  return { round: before.round_no, phase: before.phase, ...end };
};
