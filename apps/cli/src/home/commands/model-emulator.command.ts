import { defineCommand } from '../../command-line/define-command.ts';
import { placesFrom } from '../../state/local-places.ts';

export const modelEmulator = defineCommand<{ verbose: boolean }, [string[]]>({
  name: 'model-emulator',

  summary: 'run OpenAI’s and Anthropic’s protocols on localhost, answered from scripts: no language model',
  usage: '<script...>',
  arguments: { script: { summary: 'YAML files, or folders of them, in the order in which they are tried' } },
  examples: ['agent-home model-emulator scripts/ --verbose'],
  options: [{ flags: '--verbose', summary: 'print for each request the rule that answered', default: false }],
  needsHome: false,
  misuse: 1,
  run: async (flags, [scripts]) =>
    (await import('./model-emulator.ts')).serveModelEmulator(placesFrom(process.env), scripts, flags),
});
