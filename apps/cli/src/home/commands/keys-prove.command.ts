import { defineCommand } from '../../command-line/define-command.ts';

export const keysProve = defineCommand<{ key: string }, [string]>({
  name: 'keys prove',

  summary: 'print the proof for a new key of an agent, and create the key if missing',
  usage: '<agent-id>',
  details: 'Its owner submits the proof in the office of the web UI. The home then refuses the old key.',
  examples: ['agent-home keys prove robin --key robin/identity.new'],
  options: [{ flags: '--key <file>', summary: 'file of the new key', isRequired: true }],
  needsHome: false,
  misuse: 1,
  run: async (flags, [agentId]) => (await import('./prove-key.ts')).proveKey(agentId, flags),
});
