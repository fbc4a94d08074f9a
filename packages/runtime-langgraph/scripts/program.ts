import { writeFile } from 'node:fs/promises';
import { programFile, programSource } from './bundle-program.ts';

/** `npm run generate -- langgraph`: writes the program that runs in a process of its own. */
await writeFile(programFile, await programSource());
