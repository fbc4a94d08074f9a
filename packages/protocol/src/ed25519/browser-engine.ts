import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { webEngine } from './web-engine.ts';

/** What the browser can do natively is done there; the rest, and where it cannot, in JavaScript. */
export const ed25519Engine = webEngine(globalThis.crypto?.subtle, nobleEngine);
