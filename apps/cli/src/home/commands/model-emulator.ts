import { startModelEmulator } from '@agent-home/model-emulator';
import { runUntilStopped } from '../../command-line/run-until-stopped.ts';
import type { LocalPlaces } from '../../state/local-places.ts';
import { readScripts } from '../residents/read-scripts.ts';

/** `agent-home model-emulator`: serves the scripted responses over the protocols of model providers. */
export async function serveModelEmulator(
  { modelPort }: LocalPlaces,
  paths: string[],
  { verbose }: { verbose: boolean },
): Promise<void> {
  const scripts = await readScripts(paths);
  const emulator = await startModelEmulator({
    port: modelPort,
    scripts,
    ...(verbose && { log: (entry) => console.log(JSON.stringify(entry)) }),
  });
  console.log(`Scripted models with ${scripts.rules.length} rules; no language model runs.
OpenAI     ${emulator.url}/v1
Anthropic  ${emulator.url}
Gemini     ${emulator.url}/v1beta
models     ${scripts.models.join(', ') || 'any'}
key        any
journal    ${emulator.url}/-/journal`);
  await runUntilStopped(() => emulator.close());
}
