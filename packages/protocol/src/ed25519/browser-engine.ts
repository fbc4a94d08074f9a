import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { webEngine } from './web-engine.ts';

/** Uses the browser's native implementation if it exists, otherwise JavaScript. */
export const ed25519Engine = webEngine(globalThis.crypto?.subtle, nobleEngine);
