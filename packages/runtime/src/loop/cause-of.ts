import type { RunState } from '../state/run-state.ts';

/** What an input that nobody asked for comes from: whatever the run is at. */
export function causeOf({ waiting, messageSeq }: RunState): number {
  if (waiting.for === 'model') return waiting.requestSeq;
  if (waiting.for === 'leg') return waiting.next.cause;
  if (waiting.for === 'recall' || waiting.for === 'memorizing' || waiting.for === 'judgement')
    return waiting.cause;
  if (waiting.for === 'preparation' || waiting.for === 'outcome') return waiting.call.invoked.seq;
  if (waiting.for === 'approval' || waiting.for === 'settlement') return waiting.asked.seq;
  if (waiting.for === 'resumption') return waiting.from.answered.seq;
  return messageSeq;
}
