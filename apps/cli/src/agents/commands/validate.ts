import { describeProblem, isError } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  type LoadedAgent,
  type LoadedDefinitions,
  loadDefinitions,
  resolveAgent,
  type ValidationCheck,
  validateAgent,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

const labels: Record<ValidationCheck['name'], string> = {
  file: 'the file can be read',
  fields: 'required fields exist, and all fields have valid types',
  model: 'the model is configured',
  tools: 'all named tools exist',
  servers: 'all MCP servers are configured',
  prompt: 'the system prompt exists',
};

/**
 * `agent-home agents validate [NAME|--all]` (S3-42 to S3-45): returns 0 if no problem is found, 1 otherwise.
 * @throws AgentCommandError if the agent does not exist
 */
export function validateAgents(name: string | undefined, flags: ProjectFlags & { all: boolean }): 0 | 1 {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  if (flags.all === (name !== undefined))
    throw new AgentCommandError('invalid_arguments', 'pass the name of an agent, or --all');
  if (name === undefined) return validateAll(loaded, flags);
  const agent = resolveAgent(loaded, name);
  if (!agent) throw new AgentCommandError('agent_not_found', `Agent not found: ${shownText(name)}`);
  const checks = validateAgent(agent, loaded);
  const passed = checks.filter((check) => check.passed).length;
  if (flags.format === 'json') {
    console.log(jsonDocument({ name: agent.name, file: agent.origin.path, passed, checks }));
  } else {
    for (const check of checks) console.log(toLine(check));
    console.log(`Validation: ${passed}/${checks.length} passed`);
  }
  return passed === checks.length ? 0 : 1;
}

function toLine({ name, seen, passed, problems }: ValidationCheck): string {
  const line = `${passed ? '✓' : '✗'} ${labels[name]}${seen ? '' : ' (not checked: fix the lines above first)'}`;
  const found = problems.map((problem) => `    ${shownText(describeProblem(problem))}`);
  return [line, ...found].join('\n');
}

/** Prints a line for each agent, and other problems in these folders (S3-44). */
function validateAll(loaded: LoadedDefinitions, { format }: ProjectFlags): 0 | 1 {
  const results = loaded.agents.map((agent) => ({ agent, checks: validateAgent(agent, loaded) }));
  const valid = results.filter(({ checks }) => checks.every((check) => check.passed)).length;
  const ofAgents = new Set(loaded.agents.flatMap(({ problems }) => problems));
  const others = loaded.problems.filter((problem) => !ofAgents.has(problem));
  if (format === 'json') {
    const agents = results.map(({ agent, checks }) => ({
      name: agent.name,
      scope: agent.origin.scope,
      file: agent.origin.path,
      valid: checks.every((check) => check.passed),
      checks,
    }));
    console.log(jsonDocument({ agents, problems: others }));
  } else {
    for (const { agent, checks } of results) console.log(getSummary(agent, checks));
    for (const problem of others)
      console.log(`${isError(problem) ? '✗' : '!'} ${shownText(describeProblem(problem))}`);
    console.log(`Validation: ${valid}/${results.length} valid`);
  }
  return valid === results.length && !others.some(isError) ? 0 : 1;
}

function getSummary({ name, origin }: LoadedAgent, checks: ValidationCheck[]): string {
  const problems = checks.flatMap((check) => check.problems);
  const warnings = problems.filter((problem) => !isError(problem));
  const [first, ...more] = problems.filter(isError);
  const who = `${shownText(name)} (${origin.scope})`;
  if (!first)
    return [`✓ ${who}: valid`, ...warnings.map((each) => `    ${shownText(describeProblem(each))}`)].join(
      '\n',
    );
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  return `✗ ${who}: invalid: ${shownText(describeProblem(first))}${rest}`;
}
