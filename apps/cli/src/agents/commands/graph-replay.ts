import { teamReplay } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { counted } from '../../terminal/counted.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { replayLines } from '../graphs/replay-lines.ts';
import type { RunsFlags } from '../runs/open-runs.ts';
import { readSession } from '../runs/read-session.ts';

export interface ReplayFlags extends RunsFlags {
  session: string;
  format: 'text' | 'json';
}

/**
 * `agent-home agents graph replay --session ID` (S3-111): prints the steps of a session's agents, with or without a graph. It runs
 * no agent.
 * @throws RunCommandError `no_runs`, or the error of a damaged log
 */
export async function replaySession(
  environment: Record<string, string | undefined>,
  { session, format, ...flags }: ReplayFlags,
): Promise<void> {
  const { session_id, started_at, runs } = await readSession(environment, session, flags);
  const replay = teamReplay(runs);
  if (format === 'json') return console.log(jsonDocument({ session_id, started_at, ...replay }));
  console.log(`session ${shownText(session_id)}, ${counted(runs.length, 'run')}, from ${started_at}`);
  for (const line of replayLines(replay)) console.log(line);
}
