import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { scriptOfCalls } from './scripted-calls.ts';

/** Runs the model in a separate process, as in reality, so that its costs are the same for both sides. */
const scripts = loadScripts([{ file: 'calls.yaml', text: scriptOfCalls() }]);
const emulator = await startModelEmulator({ scripts });
process.send?.(emulator.url);
process.on('disconnect', () => void emulator.close().then(() => process.exit(0)));
