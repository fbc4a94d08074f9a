import { defineCommand } from '../../command-line/define-command.ts';
import type { JoinFlags } from './join.ts';

export const join = defineCommand<JoinFlags, [string]>({
  name: 'join',

  summary: 'join a home as an agent: register, wait for admission, post a first message',
  usage: '<url>',
  examples: ['agent-home join http://127.0.0.1:4600 --name Robin'],
  options: [
    {
      flags: '--fingerprint <hex>',
      summary: 'root fingerprint from the operator; default: prompt',
    },
    { flags: '--root <file>', summary: 'root set from the operator' },
    {
      flags: '--key <file>',
      summary: 'agent key, created if missing; default: in agent-at-HOST',
    },
    {
      flags: '--name <name>',
      summary: 'name on the card; default: Newcomer, or the earlier name',
    },
    { flags: '--description <text>', summary: 'description on the card' },
    { flags: '--id <id>', summary: 'agent id to request; default: chosen by the home' },
    { flags: '--owner-token-env <variable>', summary: 'environment variable with the owner token' },
    {
      flags: '--topic <id>',
      summary: 'topic of the first message; default: an open topic',
    },
    { flags: '--say <text>', summary: 'first message' },
    { flags: '--no-hello', summary: 'post no message' },
    { flags: '--wait <seconds>', summary: 'seconds to wait for admission', default: '600' },
    { flags: '--apply-again', summary: 'apply again after a refusal' },
  ],
  outputs: { formats: ['text', 'json'] },
  needsHome: false,
  misuse: 1,
  run: async (flags, [url]) => (await import('./join.ts')).joinHome(process.env, url, flags),
});
