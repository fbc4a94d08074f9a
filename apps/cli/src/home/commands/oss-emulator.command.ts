import { defineCommand } from '../../command-line/define-command.ts';
import { placesFrom } from '../../state/local-places.ts';

export const ossEmulator = defineCommand<{ events: boolean }>({
  name: 'oss-emulator',

  summary: 'run OSS and STS emulators on localhost',
  examples: ['agent-home oss-emulator --events'],
  options: [{ flags: '--events', summary: 'push object events to the local API', default: false }],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./oss-emulator.ts')).serveOssEmulator(placesFrom(process.env), flags),
});
