import { readFile } from 'node:fs/promises';
import { runServerKit } from '@agent-home/conformance';
import { type RootSet, rootSetSchema } from '@agent-home/protocol';
import { ConformanceError } from '../../../errors/command-errors.ts';
import { printReport, type ReportFlags } from './print-report.ts';

export interface ServerFlags extends ReportFlags {
  trustRoot: string;
  tokenFile?: string;
  topic?: string;
}

/** `agent-home conformance server URL`. */
export async function conformanceServer(url: string, flags: ServerFlags): Promise<number> {
  requireUrl(url);
  const rootSet = await readRootSet(flags.trustRoot);
  const adminToken = flags.tokenFile === undefined ? undefined : (await readText(flags.tokenFile)).trim();
  return printReport(flags, () =>
    runServerKit({
      url,
      rootSet,
      ...(adminToken === undefined ? {} : { adminToken }),
      ...(flags.topic === undefined ? {} : { topicId: flags.topic }),
    }),
  );
}

/**
 * Rejects plain HTTP to other machines, because a token is sent, and URLs with a path, because it is not signed and would be lost.
 */
function requireUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new ConformanceError(
      'invalid_arguments',
      'the URL of the home has more than scheme, host and port: remove the rest',
    );
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isHere)
    throw new ConformanceError('invalid_arguments', 'plain HTTP is allowed only for this machine: use https');
}

async function readRootSet(file: string): Promise<RootSet> {
  const text = await readText(file);
  try {
    return rootSetSchema.parse(JSON.parse(text));
  } catch {
    throw new ConformanceError(
      'unreadable_file',
      '--trust-root is not a root set: pass the root.json of the home',
    );
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConformanceError('unreadable_file', `${file} cannot be read (${error.code})`);
  });
}
