import type { NearAgent } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { RoutableAgents } from './routable-agents.ts';

const shownCharacters = 40;

/** Returns the error for a prompt without a matching agent (S3-79), with the closest agents and a remedy. */
export function noRoute(near: readonly NearAgent[], { agents, refused }: RoutableAgents): AgentCommandError {
  const what = agents.length === 0 ? 'no agent here has triggers' : 'no trigger matches the prompt';
  const names = near.map(
    ({ agent, keyword }) => `${shownText(agent)} (${preview(keyword, shownCharacters)})`,
  );
  const nearest = names.length === 0 ? '' : `; nearest: ${names.join(', ')}`;
  const others =
    refused.length === 0
      ? ''
      : `; ${counted(refused.length, 'agent')} with matching triggers cannot run: see agent-home agents validate --all`;
  return new AgentCommandError(
    'no_route',
    `${what}${nearest}${others}; choose one of agent-home agents list with --agent NAME`,
  );
}
