import { dirname, resolve, sep } from 'node:path';
import type { RunStore } from '@agent-home/agent-runtime';
import type { RunEnded, RunLeg, RunRecord, RunStarted } from '@agent-home/agent-runtime/run-log';
import { revealedText, shownText } from '@agent-home/protocol';
import { compactionOrigin } from '@agent-home/runtime-node';
import { requireNoLink } from '../authoring/write-file.ts';
import { writeNew } from '../contexts/write-new.ts';
import { readRun } from '../runs/read-run.ts';
import { remainingRuns } from './session-runs.ts';

/** Maximum length of a title in a heading, in characters. */
const longestTitle = 120;

interface Export {
  store: RunStore;
  sessionId: string;
  isLeftOut: (runId: string) => boolean;
  /** Path as typed; empty for the default. */
  file: string;
  /** Current folder, absolute. */
  folder: string;
}

/**
 * Writes the conversation of a session to a new Markdown file.
 * @returns path of the file
 * @throws AgentCommandError `file_exists`, `not_written`
 * @throws AuthoringError `symbolic_link`
 * @throws LogError if a log is not sound
 */
export async function exportConversation({
  store,
  sessionId,
  isLeftOut,
  file,
  folder,
}: Export): Promise<string> {
  const path = resolve(folder, file === '' ? `conversation-${sessionId.replaceAll(':', '-')}.md` : file);
  requireNoLinkBelow(folder, dirname(path));
  const runs: RunRecord[][] = [];
  for (const { runId } of await remainingRuns(store, { sessionId, isLeftOut })) {
    const { records, problem } = await readRun(store, runId);
    if (problem) throw problem;
    runs.push(records);
  }
  writeNew(path, toMarkdown(sessionId, runs));
  return path;
}

/** A project may have a link in place of a folder. Folders above the current one are the user's. */
function requireNoLinkBelow(folder: string, target: string): void {
  for (let at = target; at !== folder && at.startsWith(`${folder}${sep}`); at = dirname(at))
    requireNoLink(at);
  requireNoLink(target);
}

/**
 * Renders runs as Markdown. Text of the agent is quoted, so that it cannot look like a message of the user or like a heading of the
 * file.
 * @param runs records of each run, oldest run first
 */
export function toMarkdown(sessionId: string, runs: readonly (readonly RunRecord[])[]): string {
  const parts = runs.flatMap((records) =>
    records.flatMap((record) => describeRecord(record, titleOf(records))),
  );
  return `${[`# Conversation ${shownText(sessionId)}`, ...parts].join('\n\n')}\n`;
}

/** Returns the title of the agent that answered: after handoffs the last one, and the workflow for a graph. */
function titleOf(records: readonly RunRecord[]): string {
  const started = records[0]?.data as RunStarted | undefined;
  const last = records.findLast(({ type }) => type === 'run.leg_ended')?.data.agent;
  const legs = records.flatMap(({ type, data }) =>
    type === 'run.leg_started' ? [(data as unknown as { pinned: RunLeg }).pinned] : [],
  );
  const joined = started?.graph === undefined ? legs.findLast(({ agent }) => agent === last) : undefined;
  const { title = '', agent = 'Agent' } = joined ?? started ?? {};
  return escapeMarks(shownText(title === '' ? agent : title).slice(0, longestTitle));
}

function describeRecord({ type, time, data }: RunRecord, title: string): string[] {
  if (type === 'kairo.user.message')
    return String(data.origin) === compactionOrigin
      ? ['## Summary requested']
      : [`## You, ${shownText(time.slice(0, 19))}`, fenced(String(data.text))];
  if (type === 'kairo.tool.invoke') return [`- called ${escapeMarks(shownText(String(data.name)))}`];
  if (type !== 'run.ended') return [];
  const { status, code, answer } = data as unknown as RunEnded;
  const why = status === 'answered' ? '' : ` (${status}${code === undefined ? '' : `: ${shownText(code)}`})`;
  return [`## ${title}${why}`, ...(answer === '' ? [] : [quoted(answer)])];
}

function quoted(text: string): string {
  return linesOf(text)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Text of the user as typed: a paste is no Markdown. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...linesOf(text), fence].join('\n');
}

function linesOf(text: string): string[] {
  return revealedText(text).split(/\r?\n/);
}

function escapeMarks(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
