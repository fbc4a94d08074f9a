import type { RunEnded } from '@agent-home/agent-runtime/run-log';

/** Result of a line whose run has ended. */
export interface BatchResult {
  line: number;
  /** Id of the line, as in the input. */
  id?: string;
  status: RunEnded['status'];
  code?: string;
  answer: string;
  run_id: string;
  session_id: string;
  usage: RunEnded['usage'];
  elapsed_ms: number;
}

/** Storage of results and state. */
export interface BatchKeeper {
  /** Records a line before its run begins. */
  begin(line: number, sha256: string): void;
  end(result: BatchResult): void;
  close(): void;
}
