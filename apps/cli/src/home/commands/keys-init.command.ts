import { defineCommand } from '../../command-line/define-command.ts';

export const keysInit = defineCommand({
  name: 'keys init',

  summary: 'create the key folder AGENT_HOME_KEYS',
  examples: ['AGENT_HOME_KEYS=keys AGENT_HOME_ISSUER=https://home.example agent-home keys init'],
  needsHome: false,
  misuse: 1,
  run: async () => (await import('./keys.ts')).initKeys(process.env),
});
