import {
  DefinitionError,
  describeProblem,
  type ImportReport,
  importAgent,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  type LoadedDefinitions,
  loadDefinitions,
  readBoundedFile,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError, AuthoringError } from '../../errors/command-errors.ts';
import { counted } from '../../terminal/counted.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { Scope } from '../authoring/agent-answers.ts';
import { foreignFiles } from '../authoring/foreign-files.ts';
import { draftAgent, saveAgent } from '../authoring/make-agent.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface ImportFlags extends ProjectFlags {
  scope?: Scope;
  dryRun: boolean;
  /** New name, if exactly one agent is imported. */
  name?: string;
}

/** Result for one file. */
interface Told {
  source: string;
  name?: string;
  from?: string;
  /** Path of the written or planned file. */
  file?: string;
  written: boolean;
  report?: ImportReport;
  /** References that do not exist yet. */
  missing: string[];
  /** Reasons why the file was not imported. */
  problems: string[];
}

/**
 * `agent-home agents import FILE…|FOLDER`: converts agents of other command lines and prints a report. Returns 0 if every file was
 * imported, 1 otherwise.
 */
export function importAgents(named: string[], flags: ImportFlags): 0 | 1 {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  // The default scope of the settings does not apply: a project's settings could make its agents global.
  const scope = flags.scope ?? 'project';
  const { files, problems } = inPlainWords(() => foreignFiles(named));
  const { name, dryRun } = flags;
  if (name !== undefined && files.length !== 1)
    throw new AgentCommandError('invalid_arguments', `--name needs exactly one file, not ${files.length}`);
  const told: Told[] = [];
  for (const source of files) told.push(importFile(source, { loaded, scope, dryRun, name }));
  for (const problem of problems)
    told.push({ source: problem.file, written: false, missing: [], problems: [describeProblem(problem)] });
  if (flags.format === 'json') console.log(jsonDocument({ dryRun: flags.dryRun, files: told }));
  else for (const line of told.flatMap(toLines)) console.log(line);
  const came = told.filter((one) => one.problems.length === 0).length;
  if (flags.format !== 'json')
    console.log(
      `${came} of ${counted(told.length, 'file')} ${flags.dryRun ? 'would be imported' : 'imported'}`,
    );
  return came === told.length && came > 0 ? 0 : 1;
}

function importFile(
  source: string,
  {
    loaded,
    scope,
    dryRun,
    name: wanted,
  }: { loaded: LoadedDefinitions; scope: Scope; dryRun: boolean; name: string | undefined },
): Told {
  try {
    const { models } = loaded.configured;
    const { owner } = loaded.settings.agents;
    const imported = importAgent(readBoundedFile(source), {
      file: source,
      models: Object.keys(models),
      owner,
      ...(wanted === undefined ? {} : { name: wanted }),
    });
    const { definition, text, report, from } = imported;
    const { name } = definition;
    const drafted = draftAgent(loaded, { name, scope, text });
    if (!dryRun) saveAgent(drafted);
    // A later file may have the same name.
    loaded.agents.push(drafted.agent);
    const missing = drafted.missing.map(describeProblem);
    return {
      source,
      name,
      from,
      file: drafted.agent.origin.path,
      written: !dryRun,
      report,
      missing,
      problems: [],
    };
  } catch (error) {
    const problems = collectReasons(error);
    if (!problems) throw error;
    return { source, written: false, missing: [], problems };
  }
}

function collectReasons(error: unknown): string[] | undefined {
  if (error instanceof AuthoringError) {
    const remedy = error.code === 'agent_exists' ? '; pass another name with --name NAME' : '';
    return [`${error.message}${remedy} [${error.code}]`];
  }
  return error instanceof DefinitionError ? error.problems.map(describeProblem) : undefined;
}

function toLines({ source, name, file, report, missing, problems }: Told): string[] {
  if (!report || name === undefined)
    return [`✗ ${shownText(source)}`, ...problems.map((text) => `    ${preview(text)}`)];
  return [
    `✓ ${shownText(source)} → ${shownText(file ?? '')}`,
    ...part('taken over', report.taken),
    ...part('changed', report.changed),
    ...part('no counterpart', report.left),
    ...part('check', report.look),
    ...part('before it runs', missing),
  ];
}

function part(heading: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `    ${(index === 0 ? heading : '').padEnd(14)}  ${preview(line)}`);
}

function inPlainWords<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const reasons = error instanceof DefinitionError ? collectReasons(error) : undefined;
    throw reasons
      ? new AuthoringError('not_written', reasons.map((text) => shownText(text)).join('; '))
      : error;
  }
}
