import {
  type AgentDefinition,
  decodeMarkdown,
  editMarkdown,
  foldName,
  type MemberEdit,
  titleOfName,
} from '@agent-home/agent-runtime/definition';
import { type ExtendedAnswers, getTeamwork } from './extended-answers.ts';

export type Scope = 'project' | 'global';

/** Answers about a new agent. The template provides missing ones. */
export interface AgentAnswers {
  name: string;
  scope: Scope;
  title?: string | undefined;
  description?: string | undefined;
  model?: string | undefined;
  tools?: string[] | undefined;
  servers?: string[] | undefined;
  extended?: ExtendedAnswers | undefined;
}

/**
 * Returns the agent file: the template with the answers in its front matter. Its comments and every byte of its prompt are kept.
 * @throws DefinitionError if the template is invalid
 */
export function writeAgent(template: string, answers: AgentAnswers): string {
  const { name, scope, title, description, model, extended } = answers;
  const edits: MemberEdit[] = [
    { path: ['name'], value: name },
    { path: ['title'], value: title ?? titleOfName(name) },
    ...(description === undefined ? [] : [{ path: ['description'], value: description }]),
    ...(model === undefined ? [] : [{ path: ['model'], value: model }]),
    { path: ['scope'], value: scope },
    ...toolEdits(decodeMarkdown(template), answers),
    ...Object.entries(extended ? getTeamwork(name, extended) : {}).map(([member, value]) => ({
      path: [member],
      value,
    })),
  ];
  return editMarkdown(template, edits);
}

function toolEdits(
  { tools: lists, mcpServers }: AgentDefinition,
  { tools, servers }: AgentAnswers,
): MemberEdit[] {
  const edits: MemberEdit[] = [];
  const named = tools ?? lists.allow;
  const all = servers ?? mcpServers;
  // A server is useless without an allowed tool, so choosing a server allows all its tools.
  const ofServers = all.filter((server) => !named?.some((tool) => tool.startsWith(`mcp.${server}.`)));
  if (named && (tools || ofServers.length > 0))
    edits.push({
      path: ['tools', 'allow'],
      value: [...named, ...ofServers.map((server) => `mcp.${server}.*`)],
    });
  // A tool that the user names is not denied by the template.
  const asked = new Set((tools ?? []).map(foldName));
  const deny = lists.deny.filter((name) => !asked.has(foldName(name)));
  if (deny.length < lists.deny.length)
    edits.push(deny.length > 0 ? { path: ['tools', 'deny'], value: deny } : { path: ['tools', 'deny'] });
  if (servers) edits.push({ path: ['mcp', 'servers'], value: servers });
  return edits;
}
