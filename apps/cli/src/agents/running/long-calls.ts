import type { Follower } from './follow-run.ts';
import type { StepLines } from './step-lines.ts';

/** Milliseconds after which a call that is still running gets a line. */
const longCallMs = 2_000;

/**
 * Returns a follower that prints a line for each call that takes long, before its result.
 * @param lines step lines of the run, which have the record already
 */
export function announceLongCalls(lines: StepLines, report: (line: string) => void): Follower {
  const timers = new Map<string, NodeJS.Timeout>();
  return ({ type, data }) => {
    if (type === 'kairo.tool.invoke') {
      const id = String(data.toolCallId);
      const tell = () => {
        const line = lines.describeRunning(id);
        if (line !== undefined) report(line);
      };
      timers.set(id, setTimeout(tell, longCallMs).unref());
    } else if (type === 'call.finished' || type === 'run.ended') {
      const ids = type === 'run.ended' ? [...timers.keys()] : [String(data.tool_call_id)];
      for (const id of ids) {
        clearTimeout(timers.get(id));
        timers.delete(id);
      }
    }
  };
}
