import { type Meters, slow } from './meters.ts';

/** From a wake-up to a verdict. */
export const judgingMetrics = ({ counter, histogram }: Meters) => ({
  inputLagSeconds: histogram('input_lag_seconds', 'From the first word of an input to its verdict', slow),
  inputsJudged: counter('inputs_judged_total', 'Inputs judged, by verdict', ['outcome']),
  wakeUps: counter('wake_ups_total', 'Wake-ups that reached a worker', ['type', 'outcome']),
  wakeUpsLost: counter('wake_ups_lost_total', 'Wake-ups that the queue did not take; the sweep finds them'),
  sweepSteps: counter('sweep_steps_total', 'What the sweep found left behind', ['kind']),
  sweepSeconds: histogram('sweep_seconds', 'How long one sweep takes', slow),
  advanceSeconds: histogram('advance_seconds', 'From a wake-up to the published state of a topic'),
  deadlineLatenessSeconds: histogram(
    'deadline_lateness_seconds',
    'How late deadlines were acted on, grace included',
  ),
  failures: counter('failures_total', 'Attempts at a piece of work that failed by themselves', ['kind']),
});
