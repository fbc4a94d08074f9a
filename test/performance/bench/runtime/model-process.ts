import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { scriptOfCalls } from './scripted-calls.ts';

/** The model in a process of its own, as models are: what it takes is the same for both sides. */
const scripts = loadScripts([{ file: 'calls.yaml', text: scriptOfCalls() }]);
const emulator = await startModelEmulator({ scripts });
process.send?.(emulator.url);
process.on('disconnect', () => void emulator.close().then(() => process.exit(0)));
