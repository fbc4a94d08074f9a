import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { shownText } from '@agent-home/protocol';
import { type ReadableTopic, readUntrusted, type TopicLedgerEntry } from '@agent-home/sdk';
import { ConfigurationError, ReadingError } from '../../errors/command-errors.ts';
import { describeEntry, describeSummary, isWatched } from '../../terminal/describe-entry.ts';
import { jsonDocument, jsonLine } from '../../terminal/json-document.ts';
import { openTerminalReading, type ReadingFlags } from '../local/open-reading.ts';

/** Number of entries printed on a terminal before the command for the next ones. */
const entriesOfPage = 100;

export interface ReadFlags extends ReadingFlags {
  from?: string;
  limit?: string;
  all?: boolean;
  json?: boolean;
  /** Number of the entry that is printed as certified. */
  entry?: string;
}

interface Page {
  /** Number of the first entry. */
  from: number;
  /** Maximum number of printed entries. */
  limit: number;
}

/** Destination of lines. */
export interface Output {
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
}

/**
 * `agent-home topic read TOPIC`: prints the entries of a topic, finished or not, from its start or from a given entry. Each line is
 * verified locally, and reading waits for the output.
 * @throws ReadingError `beyond_end`
 */
export async function readTopic(
  environment: Record<string, string | undefined>,
  topicId: string,
  flags: ReadFlags,
  output: Output = process,
): Promise<void> {
  const page =
    flags.entry === undefined
      ? getPage(flags, output.stdout.isTTY === true)
      : pageOfEntry(flags, flags.entry);
  const home = await openTerminalReading(environment, flags);
  try {
    const topic = await home.enterTopic(topicId);
    const { ledger, state } = await topic.state();
    if (page.from > Math.max(1, ledger.sequence))
      throw new ReadingError(
        'beyond_end',
        `${topicId} has ${ledger.sequence} entries: use a number from 1 to ${Math.max(1, ledger.sequence)}`,
      );
    if (flags.entry !== undefined) return await printCertified(topic, page.from, output.stdout);
    if (!flags.json && page.from === 1) await print(output.stdout, `${getHead(topic)}`);
    const next = await printEntries(topic, page, flags, output.stdout);
    if (next !== undefined) return void output.stderr.write(moreLine(topicId, next, flags));
    if (state.status === 'closed' && !flags.json) await printEnd(topic, output.stdout);
  } finally {
    await home.close();
  }
}

/** @throws ConfigurationError */
function getPage({ from = '1', limit }: ReadFlags, isTerminal: boolean): Page {
  const usual = isTerminal ? entriesOfPage : Number.POSITIVE_INFINITY;
  return {
    from: countIn('--from', from),
    limit: limit === undefined ? usual : countIn('--limit', limit),
  };
}

/** @throws ConfigurationError also with options that select several entries */
function pageOfEntry({ from, limit, all, json }: ReadFlags, entry: string): Page {
  if (from !== undefined || limit !== undefined || all || json)
    throw new ConfigurationError(
      'invalid_configuration',
      '--entry prints one entry as certified: leave out --from, --limit, --all and --json',
    );
  return { from: countIn('--entry', entry), limit: 1 };
}

function countIn(flag: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new ConfigurationError(
    'invalid_configuration',
    `${flag} is not a whole number from 1: use ${flag} 20, for example`,
  );
}

/** Prints a page. Returns the number of the first entry of the next page, or undefined at the end. */
async function printEntries(
  topic: ReadableTopic,
  { from, limit }: Page,
  { all, json }: ReadFlags,
  stdout: Writable,
): Promise<number | undefined> {
  let printed = 0;
  for await (const entry of topic.ledger({ after: from - 1 })) {
    if (!all && !isWatched(entry)) continue;
    if (printed === limit) return entry.header.sequence;
    await print(stdout, json ? jsonLine(await toRecord(topic, entry)) : await describeEntry(topic, entry));
    printed += 1;
  }
  return undefined;
}

/** Prints the document of an entry as the platform certified it. A reader verifies it with its message (`runs verify`). */
async function printCertified(topic: ReadableTopic, sequence: number, stdout: Writable): Promise<void> {
  for await (const entry of topic.ledger({ after: sequence - 1 }))
    return void (await print(stdout, jsonDocument(entry)));
}

/** Returns an entry for programs: the certified facts and, for a message, its text, author signature and history. */
async function toRecord(topic: ReadableTopic, entry: TopicLedgerEntry): Promise<object> {
  const { sequence, input, verdict, context } = entry.header;
  const message = await topic.message(entry);
  return {
    sequence,
    at: context.now,
    type: input.type,
    agent_id: message?.agentId ?? input.agent_id,
    outcome: verdict.outcome,
    reason: verdict.reason,
    ...(message && {
      text: readUntrusted(message.text),
      author_signature: message.authorSignature,
      history: message.history,
    }),
  };
}

function getHead({ initialManifest: { title, mode, cert } }: ReadableTopic): string {
  return `${shownText(title)} · ${mode} · manifest certified by ${cert.key_id}\n`;
}

async function printEnd(topic: ReadableTopic, stdout: Writable): Promise<void> {
  await print(stdout, '\nThe topic has ended.');
  const summary = await topic.summary();
  if (summary) await print(stdout, `\n${describeSummary(summary)}`);
}

function moreLine(topicId: string, next: number, { all, json, limit }: ReadFlags): string {
  const kept = [
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    ...(all ? ['--all'] : []),
    ...(json ? ['--json'] : []),
  ];
  return `more: agent-home topic read ${[topicId, `--from ${next}`, ...kept].join(' ')}\n`;
}

/** Waits until the output has drained. */
async function print(stdout: Writable, line: string): Promise<void> {
  if (!stdout.write(`${line}\n`)) await once(stdout, 'drain');
}
