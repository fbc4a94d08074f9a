import { findProblem } from '../../read/problem.ts';
import type { RunsSource } from '../parts/runs-source.ts';

/** Reads the runs of this machine from the server that serves the runs page. Its address is below a secret folder, so paths are relative. */
export const localSource: RunsSource = {
  place: 'local',
  list: ({ all, ...filters }, from, signal) => {
    const query = Object.entries({ ...filters, all, from: String(from) }).filter(([, value]) => value !== '');
    return readJson(`api/runs?${new URLSearchParams(query)}`, signal);
  },
  run: (runId, signal) => readJson(`api/runs/${encodeURIComponent(runId)}`, signal),
  steps: (runId, from, signal) => readPiece(runId, `steps?from=${from}`, signal),
  spans: (runId, from, signal) => readPiece(runId, `spans?from=${from}`, signal),
  nodes: (runId, from, signal) => readPiece(runId, `nodes?from=${from}`, signal),
  records: (runId, from, signal) => readPiece(runId, `records?from=${from}`, signal),
};

function readPiece<Piece>(runId: string, part: string, signal: AbortSignal): Promise<Piece> {
  return readJson(`api/runs/${encodeURIComponent(runId)}/${part}`, signal);
}

/** The server sends what the schemas of `run-log` say; the caller names the type. @throws Problem */
async function readJson<Body>(path: string, signal: AbortSignal): Promise<Body> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    signal,
  });
  if (!response.ok) throw await findProblem(response);
  return (await response.json()) as Body;
}
