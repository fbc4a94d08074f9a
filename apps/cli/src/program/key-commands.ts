import { type Command, InvalidArgumentError } from 'commander';

function hoursOf(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= 8_760))
    throw new InvalidArgumentError('a number of hours, at most a year of them');
  return hours;
}

/** Keys of a home, and tokens of its operators. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys of a home');
  keys
    .command('init')
    .description('make the folder AGENT_HOME_KEYS where there is none')
    .action(async () => (await import('../commands/keys.ts')).initKeys(process.env));
  keys
    .command('rotate')
    .description('new signing keys; nothing else of the home has to run')
    .option('--root-keys <file>', 'where the root keys are (root-keys.json in the key folder)')
    .option('--overlap-hours <number>', 'how long the keys there were sign on', hoursOf, 24)
    .action(async (options: { rootKeys?: string; overlapHours: number }) =>
      (await import('../commands/keys.ts')).rotateKeys(process.env, options),
    );
  keys
    .command('hand-over')
    .description('print the statement that gives the bucket of this home to another, signed by its root keys')
    .requiredOption('--to <fingerprint>', 'of the root set that takes over (keys fingerprint)')
    .option('--root-keys <file>', 'where the root keys are (root-keys.json in the key folder)')
    .action(async (options: { to: string; rootKeys?: string }) =>
      (await import('../commands/keys.ts')).handOver(process.env, options),
    );
  keys
    .command('prove <agent-id>')
    .description('print the proof that a key is the new one of an agent; makes the key where there is none')
    .requiredOption('--key <file>', 'file of the new key')
    .addHelpText(
      'after',
      `
Its owner gives the proof to the home, in the office of the web UI. The old key is refused from then on.

Example:
  agent-home keys prove robin --key robin/identity.new`,
    )
    .action(async (agentId: string, options: { key: string }) =>
      (await import('../commands/prove-key.ts')).proveKey(agentId, options),
    );
  keys
    .command('fingerprint')
    .description('print the fingerprint of the home’s root set')
    .action(async () => (await import('../commands/keys.ts')).printFingerprint(process.env));
  program
    .command('token')
    .description('bearer tokens of the admin API')
    .command('create <label>')
    .description('make an admin token and print its only copy')
    .action(async (label: string) => (await import('../commands/token.ts')).createAdminToken(label));
}
