import { writeFile } from 'node:fs/promises';
import { createDisclosure } from '@agent-home/agent-runtime/run-log';
import { pathTo, trustEndpoints } from '@agent-home/http-contract';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { judgeRun, readRun } from '../../runs/read-run.ts';

export interface ExportFlags extends RunsFlags {
  output?: string;
  /** Number of the last record. */
  until?: number;
  home?: string;
}

const mostKeyBytes = 256 * 1024;
const keysWithinMs = 10_000;

/**
 * `agent-home runs export RUN`: writes a run's log for a reader, who verifies it without this machine. The file has all that the
 * records contain: prompts, messages, arguments and results.
 * @throws RunCommandError also for a log that is not sound
 */
export async function exportRun(
  environment: Record<string, string | undefined>,
  runId: string,
  { output, until, home, ...flags }: ExportFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const read = await withPlainErrors(() => readRun(store, runId));
  const problem = judgeRun(read);
  if (problem) throw new RunCommandError(problem.code, problem.message, { cause: problem });
  const records = read.lines.slice(0, until === undefined ? undefined : until + 1);
  if (records.length === 0) throw new RunCommandError('missing_start', 'the log of the run is empty');
  const platformKeys = home === undefined ? undefined : await fetchKeys(home);
  const disclosure = createDisclosure({ runId, records, value: read.value, platformKeys });
  if (output === undefined) return console.log(jsonDocument(disclosure));
  await writeNew(output, `${JSON.stringify(disclosure)}\n`);
  console.log(`${shownText(output)}: ${records.length} of ${read.lines.length} records of ${runId}`);
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? new RunCommandError('file_exists', `${shownText(file)} exists: pass another --output`)
      : new RunCommandError('export_failed', `${shownText(file)} cannot be written: ${code}`, {
          cause: error,
        });
  }
}

/** Returns the home's certified key list. The reader verifies it from a pinned root, so it needs no trust here. */
async function fetchKeys(home: string): Promise<string> {
  const url = URL.canParse(home) ? new URL(pathTo(trustEndpoints.readKeyList), home) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new RunCommandError(
      'invalid_value',
      '--home needs http(s)://host:port without user name and password',
    );
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(keysWithinMs), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = await response.text();
    if (text.length > mostKeyBytes) throw new Error('its key list is too large');
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new RunCommandError('export_failed', `the keys of ${url.origin} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}
