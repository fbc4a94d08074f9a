import { writeFileSync } from 'node:fs';
import { describeEverydayTasks } from './everyday-document.ts';

/** `npm run generate -- everyday` writes docs/agents/everyday-tasks.md. */
writeFileSync(new URL('../../../../docs/agents/everyday-tasks.md', import.meta.url), describeEverydayTasks());
