import { homeOfSpecs, project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import { AgentCommandError } from '../../errors/command-errors.ts';
import type { HomeFlags } from '../home-specs/home-connection.ts';
import type { TrustFlags } from './trust.ts';

export const agentsTrust = defineCommand<TrustFlags & HomeFlags, [string | undefined]>({
  name: 'agents trust',

  summary: 'trust the agents and programs of a project, or an agent of a home',
  usage: '[name]',
  arguments: { name: { summary: 'agent of a home, as NAME@VERSION; only with --home' } },
  examples: [
    'agent-home agents trust',
    'agent-home agents trust --sha256 HASH',
    'agent-home agents trust my-agent@1.0.0 --home https://home.example',
  ],
  options: [
    {
      flags: '--sha256 <hash>',
      summary: 'reviewed hash to trust; default: only print the hash',
    },
    {
      flags: '--except <path>',
      summary: 'path without programs to exclude from the hash; repeatable',
      parse: (path: string, before: unknown) => [
        ...(before as string[]),
        path.replace(/^\.\//, '').replace(/\/+$/, ''),
      ],
      default: [],
    },
    project,
    ...homeOfSpecs,
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => {
    if ((name === undefined) !== (flags.home === undefined))
      throw new AgentCommandError(
        'invalid_arguments',
        'an agent of a home needs both: agent-home agents trust NAME@VERSION --home URL',
      );
    if (name === undefined) return (await import('./trust.ts')).trustHere(flags);
    return (await import('./trust-home.ts')).trustHome(name, flags);
  },
});
