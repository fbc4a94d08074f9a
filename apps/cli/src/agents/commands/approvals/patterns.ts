import { nearestName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { ApprovalCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { removePattern, type StoredPattern, storedPatterns } from '../../approvals/allowed-calls.ts';
import { dangersOf } from '../../approvals/dangerous-options.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

export type PatternsFlags = ProjectFlags;

/** `agent-home approvals patterns list`: the patterns of all projects, as stored by `always` or written by hand. */
export function listPatterns({ format, project }: PatternsFlags): void {
  const stored = storedPatterns(projectPlaces(project));
  if (format === 'json') console.log(jsonDocument({ patterns: stored.map(toDocument) }));
  else if (stored.length === 0) console.log('no patterns: answer an approval with always to add one');
  else printTable(stored);
}

function printTable(stored: readonly StoredPattern[]): void {
  const rows = stored.map((each) => [
    shownText(each.pattern),
    shownText(each.project ?? 'all projects'),
    shownText(each.by ?? ''),
    shownText(each.at ?? '').slice(0, 19),
    shownText(each.storedIn),
  ]);
  console.log(toTable(['pattern', 'project', 'by', 'since', 'stored in'], rows));
  for (const { pattern } of stored)
    for (const { covered, reason } of dangersOf(pattern))
      console.error(shownText(`warning: ${pattern} covers ${covered}: ${reason}`));
}

/**
 * `agent-home approvals patterns remove PATTERN`: removes the entries that apply in this project.
 * @throws ApprovalCommandError `no_such_pattern`
 * @throws AuthoringError if the settings were not written
 */
export function removeStoredPattern(pattern: string, { format, project }: PatternsFlags): void {
  const places = projectPlaces(project);
  const before = storedPatterns(places);
  const removed = removePattern(pattern, places);
  if (removed.length === 0) throw new ApprovalCommandError('no_such_pattern', explainMiss(pattern, before));
  if (format === 'json') console.log(jsonDocument({ removed: removed.map(toDocument) }));
  else
    for (const { storedIn, project: only } of removed)
      console.log(
        `${shownText(pattern)} is removed from ${shownText(storedIn)}${only === undefined ? ', for all projects' : ''}`,
      );
}

function explainMiss(pattern: string, stored: readonly StoredPattern[]): string {
  const elsewhere = stored.find((each) => each.pattern.trim() === pattern.trim())?.project;
  if (elsewhere !== undefined)
    return `${preview(pattern)} is allowed in another project: pass --project ${shownText(elsewhere)}`;
  const nearest = nearestName(
    pattern,
    stored.map((each) => each.pattern),
  );
  const hint =
    nearest === undefined ? 'see agent-home approvals patterns list' : `did you mean ${preview(nearest)}?`;
  return `no pattern ${preview(pattern)} is stored: ${hint}`;
}

/** Returns an entry as a JSON document; absent facts are null. */
function toDocument({ pattern, project, by, at, storedIn }: StoredPattern) {
  return {
    pattern,
    project: project ?? null,
    by: by ?? null,
    at: at ?? null,
    stored_in: storedIn,
    warnings: dangersOf(pattern),
  };
}
