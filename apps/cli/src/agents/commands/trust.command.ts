import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { TrustFlags } from './trust.ts';

export const agentsTrust = defineCommand<TrustFlags>({
  name: 'agents trust',

  summary: 'trust the agents and programs of a project',
  examples: ['agent-home agents trust', 'agent-home agents trust --sha256 HASH'],
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
  ],
  outputs: { formats: ['table', 'json'] },
  isBrief: true,
  needsHome: false,
  misuse: 2,
  run: async (flags) => (await import('./trust.ts')).trustHere(flags),
});
