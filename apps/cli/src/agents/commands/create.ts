import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem, nativeTools } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  inspectProject,
  type LoadedDefinitions,
  loadDefinitions,
  trustProject,
} from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import { machineState } from '../../state/project-state.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { type AgentAnswers, writeAgent } from '../authoring/agent-answers.ts';
import { askAgent } from '../authoring/ask-agent.ts';
import { askExtended } from '../authoring/ask-extended.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import { findTemplate, templateNames } from '../authoring/find-template.ts';
import { type AnswerFlags, answersFrom, tellsAnything } from '../authoring/flag-answers.ts';
import { type DraftedAgent, draftAgent, getFile, refused, saveAgent } from '../authoring/make-agent.ts';
import { readName } from '../authoring/read-answers.ts';
import { blank } from '../authoring/templates/blank.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface CreateFlags extends ProjectFlags, AnswerFlags {
  extended: boolean;
}

/**
 * `agent-home agents create [NAME]` (S3-29, S3-35 to S3-38): prompts at a terminal unless flags are given.
 * @throws AuthoringError, in which case no file was written
 */
export async function createAgent(name: string | undefined, flags: CreateFlags): Promise<void> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const { global } = loaded.places;
  const template = flags.template === undefined ? undefined : findTemplate(global, flags.template);
  const answers = await listAnswers(name, flags, loaded);
  const { drafted, isFirst } = writeNewAgent(loaded, answers, template?.text ?? blank);
  if (flags.format === 'json') console.log(jsonDocument({ created: toDocument(drafted, flags.template) }));
  else for (const line of told(drafted, loaded, isFirst)) console.log(line);
}

/**
 * Writes the file of a new agent. A project whose first agent it is becomes trusted.
 * @param template text of the file, in which the answers replace members
 * @throws AuthoringError, in which case no file was written
 */
export function writeNewAgent(
  loaded: LoadedDefinitions,
  answers: AgentAnswers,
  template: string,
): { drafted: DraftedAgent; isFirst: boolean } {
  const { name, scope } = answers;
  const drafted = draftAgent(loaded, { name, scope, text: writeAgent(template, answers) });
  // Missing models and servers may be added later; an unknown tool name is a typing error.
  const slips = drafted.missing.filter(({ code }) => code === 'unknown_tool');
  if (slips.length > 0) throw refused(answers.name, slips);
  const isFirst = isFirstOfProject(loaded, drafted);
  saveAgent(drafted);
  // The project contains no foreign definitions: without a folder of agents it had no settings either.
  if (isFirst) {
    machineState(process.env);
    trustProject(loaded.places, inspectProject(loaded.places, loaded.trust, []), new Date());
  }
  return { drafted, isFirst };
}

async function listAnswers(
  name: string | undefined,
  flags: CreateFlags,
  loaded: LoadedDefinitions,
): Promise<AgentAnswers> {
  const { defaultScope } = loaded.settings.agents;
  if (flags.extended && !isAtTerminal())
    throw new AuthoringError(
      'invalid_arguments',
      '--extended needs a terminal: leave it out, then edit the file',
    );
  if (isAtTerminal() && !tellsAnything(flags) && flags.format !== 'json') return ask(name, flags, loaded);
  const answers = answersFrom(name, flags, defaultScope);
  return flags.extended ? { ...answers, extended: await askExtended(atTerminal, answers.name) } : answers;
}

function ask(
  name: string | undefined,
  { extended }: CreateFlags,
  loaded: LoadedDefinitions,
): Promise<AgentAnswers> {
  const { configured, settings, tools } = loaded;
  if (name !== undefined) requireUsableName(name, loaded);
  const names = templateNames(loaded.places.global).map((each) => shownText(each));
  atTerminal.say(`To start from a template instead, pass --template NAME: ${names.join(', ')}.`);
  const models = Object.keys(configured.models);
  const specs = tools.flatMap(({ spec }) => (spec ? [spec.metadata.name] : []));
  return askAgent(atTerminal, {
    name,
    extended,
    taken: (wanted, scope) => getFile(loaded, wanted, scope),
    models,
    // Chosen as for a run: the only model if no model is named.
    defaultModel: settings.agents.model ?? (models.length === 1 ? models[0] : undefined),
    defaultScope: settings.agents.defaultScope,
    tools: [...new Set([...nativeTools.map((tool) => tool.name), ...specs])],
    servers: Object.keys(configured.mcpServers),
  });
}

/** A given name is not prompted for again: no other answer would make it valid. */
function requireUsableName(name: string, loaded: LoadedDefinitions): void {
  const read = readName(name);
  if ('problem' in read) throw new AuthoringError('invalid_arguments', read.problem);
  if (scopes.every((scope) => getFile(loaded, name, scope) !== undefined))
    throw new AuthoringError('agent_exists', `an agent ${name} exists in both scopes: use another name`);
}

const scopes = ['project', 'global'] as const;

function toDocument({ agent, missing }: DraftedAgent, template: string | undefined) {
  const { name, origin } = agent;
  return { name, scope: origin.scope, file: origin.path, sha256: origin.sha256, template, missing };
}

/** True if the project had no folder of agents yet, so that the user creates its first agent. */
function isFirstOfProject({ places, trust }: LoadedDefinitions, { agent }: DraftedAgent): boolean {
  const isEmpty = agent.origin.scope === 'project' && !existsSync(join(places.project, 'agents'));
  return isEmpty && trust.state === 'not_trusted' && trust.problems.length === 0;
}

function told({ agent, missing }: DraftedAgent, loaded: LoadedDefinitions, isTrusted: boolean): string[] {
  const { name, origin, definition } = agent;
  const allow = definition?.tools.allow;
  const other = origin.scope === 'project' ? 'global' : 'project';
  const twin = getFile(loaded, name, other);
  const scope = twin === undefined ? '' : ` --scope ${origin.scope}`;
  return [
    `${name} is created: ${shownText(origin.path)}`,
    `  tools: ${allow === undefined ? 'all' : allow.map((tool) => shownText(tool)).join(', ') || 'none'}`,
    ...(twin === undefined
      ? []
      : [
          `  in this project the ${origin.scope === 'project' ? 'new' : 'project’s'} one takes precedence over the other`,
        ]),
    ...missing.map((problem) => `  before it runs: ${shownText(describeProblem(problem))}`),
    'Next:',
    `  agent-home agents edit ${name}${scope}    change its prompt and permissions`,
    ...(origin.scope === 'global' || isTrusted || loaded.trust.state === 'trusted'
      ? []
      : ['  agent-home agents trust    required before agents of this project run']),
    `  agent-home agents run ${name} --prompt "…"`,
  ];
}
