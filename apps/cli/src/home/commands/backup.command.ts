import { defineCommand } from '../../command-line/define-command.ts';

export const backup = defineCommand<object, [string]>({
  name: 'backup',

  summary: 'write a backup of a running home to a file (- for standard output)',
  usage: '<file>',
  details: `The file is a gzipped snapshot of the database with secrets (mode 0600). Back up the bucket and the
key folder AGENT_HOME_KEYS as well: a restore needs both. The backup of a home of agent-home up
includes them; restore it by agent-home restore FILE --into NEW_FOLDER.`,
  examples: ['agent-home backup home.backup'],
  needsHome: 'database',
  misuse: 1,
  run: async (_, [file]) => (await import('./backup.ts')).backUp(file),
});
