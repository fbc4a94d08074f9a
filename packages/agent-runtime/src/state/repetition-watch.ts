/**
 * Detects an agent in a loop (S4-28): the same call fails repeatedly, in a row or not, or a few calls with the
 * same results repeat in the same order, failing or not.
 */
export interface RepetitionWatch {
  /** Number of failures of each call. */
  readonly failures: ReadonlyMap<string, number>;
  /** Latest calls with their results as the model read them, oldest first. */
  readonly recent: readonly { readonly signature: string; readonly result: string }[];
  /** Loops that the model was warned of, with the round of the warning. */
  readonly warned: ReadonlyMap<string, number>;
}

export const nothingSeen: RepetitionWatch = { failures: new Map(), recent: [], warned: new Map() };

export interface WatchedCall {
  tool: string;
  argumentsSha256: string;
  /** Text of the result that the model reads. */
  result: string;
  isError: boolean;
  round: number;
}

/** Number of repetitions of a cycle before the model is warned. */
export const timesRound = 3;
/** Length of the longest cycle that is detected, in calls. */
const longestCircle = 4;

/** @returns `warn` once for each loop; `stop` if the model continues after it could have read the warning */
export function watchCall(
  { failures, recent, warned }: RepetitionWatch,
  call: WatchedCall,
): { watch: RepetitionWatch; verdict: 'go_on' | 'warn' | 'stop' } {
  const signature = `${call.tool} ${call.argumentsSha256}`;
  const times = (failures.get(signature) ?? 0) + (call.isError ? 1 : 0);
  const watch = {
    failures: call.isError ? new Map(failures).set(signature, times) : failures,
    recent: [...recent, { signature, result: call.result }].slice(-timesRound * longestCircle),
  };
  const circles = [
    ...(call.isError && times >= timesRound ? [signature] : []),
    ...findCirclesAtEnd(watch.recent),
  ];
  if (circles.some((circle) => (warned.get(circle) ?? call.round) < call.round))
    return { watch: { ...watch, warned }, verdict: 'stop' };
  const fresh = circles.filter((circle) => !warned.has(circle));
  if (fresh.length === 0) return { watch: { ...watch, warned }, verdict: 'go_on' };
  const told = new Map([...warned, ...fresh.map((circle) => [circle, call.round] as const)]);
  return { watch: { ...watch, warned: told }, verdict: 'warn' };
}

/** Returns the cycles that the latest calls have repeated often enough. The name of a cycle does not depend on its first call. */
function findCirclesAtEnd(recent: RepetitionWatch['recent']): string[] {
  const circles: string[] = [];
  for (let length = 1; length <= longestCircle; length++) {
    const calls = recent.slice(-length * timesRound);
    if (calls.length < length * timesRound) break;
    const isCircle = calls.every(({ signature, result }, index) => {
      const first = calls[index % length];
      return signature === first?.signature && result === first.result;
    });
    if (!isCircle) continue;
    const signatures = calls.slice(0, length).map(({ signature }) => signature);
    circles.push(signatures.sort().join('\n'));
  }
  return circles;
}
