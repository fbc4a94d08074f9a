import { AuthoringError } from '../../errors/command-errors.ts';
import type { AgentAnswers, Scope } from './agent-answers.ts';
import { readName, toList } from './read-answers.ts';

/** Flags of `agents create`. */
export interface AnswerFlags {
  title?: string;
  description?: string;
  model?: string;
  /** Comma-separated. */
  tools?: string;
  mcp?: string;
  scope?: Scope;
  template?: string;
  global: boolean;
}

/** Returns true if any flag is given, so that no prompt is needed (S3-37). */
export function tellsAnything({
  title,
  description,
  model,
  tools,
  mcp,
  scope,
  template,
  global,
}: AnswerFlags): boolean {
  return (
    global || [title, description, model, tools, mcp, scope, template].some((flag) => flag !== undefined)
  );
}

/**
 * Returns the answers from flags. A missing one is an error that names its flag (S3-213).
 * @throws AuthoringError `invalid_arguments`
 */
export function answersFrom(name: string | undefined, flags: AnswerFlags, defaultScope: Scope): AgentAnswers {
  if (name === undefined) throw invalid('the name of the agent is missing: agent-home agents create NAME');
  const read = readName(name);
  if ('problem' in read) throw invalid(read.problem);
  if (flags.title === undefined && flags.template === undefined)
    throw invalid('the title is missing: pass --title TEXT or --template NAME');
  if (flags.global && flags.scope === 'project')
    throw invalid('--global contradicts --scope project: remove one');
  for (const member of ['title', 'model'] as const)
    if (flags[member]?.trim() === '') throw invalid(`--${member} is empty: pass a value`);
  return {
    name,
    scope: flags.global ? 'global' : (flags.scope ?? defaultScope),
    title: flags.title,
    description: flags.description,
    model: flags.model,
    tools: flags.tools === undefined ? undefined : toList(flags.tools),
    servers: flags.mcp === undefined ? undefined : toList(flags.mcp),
  };
}

function invalid(message: string): AuthoringError {
  return new AuthoringError('invalid_arguments', message);
}
