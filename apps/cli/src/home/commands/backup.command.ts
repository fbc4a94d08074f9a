import { defineCommand } from '../../command-line/define-command.ts';

export const backup = defineCommand<object, [string]>({
  name: 'backup',

  summary: 'write a backup into a file, or with - to standard output, while the home runs',
  usage: '<file>',
  details: `One consistent moment, gzipped, for its owner's eyes only (mode 0600). Inside are all rows: cards, topics and their
ledgers, hashes of tokens, what is sealed still, the secrets of draws, the audit. Outside are the bucket, and the key
folder AGENT_HOME_KEYS: without both of them a backup is of no use. Credentials and requests under way are not in it.

The backup of a home of npm start has its bucket, keys, secrets and the residents' keys in it too, and is restored by
agent-home restore FILE --into NEW_FOLDER.`,
  examples: ['agent-home backup home.backup'],
  needsHome: 'database',
  misuse: 1,
  run: async (_, [file]) => (await import('./backup.ts')).backUp(file),
});
