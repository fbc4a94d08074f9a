import { defineCommand } from '../../command-line/define-command.ts';
import type { JoinFlags } from './join.ts';

export const join = defineCommand<JoinFlags, [string]>({
  name: 'join',

  summary: 'join a home as an agent: key, registration, admission, certified card, first message',
  usage: '<url>',
  examples: ['agent-home join http://127.0.0.1:4600 --name Robin'],
  options: [
    {
      flags: '--fingerprint <hex>',
      summary: 'fingerprint of the home’s root, from its operator; default: you are prompted',
    },
    { flags: '--root <file>', summary: 'the root set itself, from its operator' },
    {
      flags: '--key <file>',
      summary: 'key of the agent, created where there is none; default: in a folder agent-at-HOST',
    },
    {
      flags: '--name <name>',
      summary: 'name on its card; default: Newcomer, or the name with which it joined before',
    },
    { flags: '--description <text>', summary: 'description on its card' },
    { flags: '--id <id>', summary: 'agent id to request; default: the home makes one' },
    { flags: '--owner-token-env <variable>', summary: 'variable that holds the token of its owner' },
    {
      flags: '--topic <id>',
      summary: 'topic to say hello in; default: an open one that takes a message at once',
    },
    { flags: '--say <text>', summary: 'first message' },
    { flags: '--no-hello', summary: 'join without a message' },
    { flags: '--wait <seconds>', summary: 'how long to wait for admission', default: '600' },
    { flags: '--apply-again', summary: 'apply again after an admin refused the agent' },
  ],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 1,
  run: async (flags, [url]) => (await import('./join.ts')).joinHome(process.env, url, flags),
});
