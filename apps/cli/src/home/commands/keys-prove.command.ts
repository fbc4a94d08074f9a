import { defineCommand } from '../../command-line/define-command.ts';

export const keysProve = defineCommand<{ key: string }, [string]>({
  name: 'keys prove',

  summary: 'print the proof that a key is the new one of an agent, and create the key where there is none',
  usage: '<agent-id>',
  details:
    'Its owner gives the proof to the home, in the office of the web UI. The old key is refused from then on.',
  examples: ['agent-home keys prove robin --key robin/identity.new'],
  options: [{ flags: '--key <file>', summary: 'file of the new key', isRequired: true }],
  needsHome: false,
  misuse: 1,
  run: async (flags, [agentId]) => (await import('./prove-key.ts')).proveKey(agentId, flags),
});
