import { defineCommand } from '../../command-line/define-command.ts';
import { placesFrom } from '../../state/local-places.ts';

export const modelEmulator = defineCommand<{ verbose: boolean }, [string[]]>({
  name: 'model-emulator',

  summary: 'run scripted models with the OpenAI and Anthropic protocols on localhost',
  usage: '<script...>',
  arguments: { script: { summary: 'YAML files or folders, tried in order' } },
  examples: ['agent-home model-emulator scripts/ --verbose'],
  options: [{ flags: '--verbose', summary: 'print the rule that answers each request', default: false }],
  needsHome: false,
  misuse: 1,
  run: async (flags, [scripts]) =>
    (await import('./model-emulator.ts')).serveModelEmulator(placesFrom(process.env), scripts, flags),
});
