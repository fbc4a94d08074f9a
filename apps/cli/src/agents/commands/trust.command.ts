import { project } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';
import type { TrustFlags } from './trust.ts';

export const agentsTrust = defineCommand<TrustFlags>({
  name: 'agents trust',

  summary: 'let the agents of this project run, and its settings start the programs that they name',
  examples: ['agent-home agents trust', 'agent-home agents trust --sha256 HASH'],
  options: [
    {
      flags: '--sha256 <hash>',
      summary: 'hash of the files as you read them; without it the command shows it and changes nothing',
    },
    {
      flags: '--except <path>',
      summary: 'folder or file without programs to leave out of the hash; may be repeated',
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
