import { getMiss, keepMiss } from '../../../../apps/cli/src/agents/routing/misses.ts';

/** Started by a test, several at once: `overrule-often.ts NAME TIMES` overrules so often, with prompts that are numbered. */
const [, , chosen = '', times = '0'] = process.argv;
for (let at = 0; at < Number(times); at += 1)
  keepMiss(process.env, getMiss(`prompt ${at}`, { time: new Date(), chosen, routed: undefined }));
