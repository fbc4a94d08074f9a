import { getMiss, keepMiss } from '../../../../apps/cli/src/agents/routing/misses.ts';

/** `overrule-often.ts NAME TIMES` records that many overruled routings, with numbered prompts. A test starts several at once. */
const [, , chosen = '', times = '0'] = process.argv;
for (let at = 0; at < Number(times); at += 1)
  keepMiss(process.env, getMiss(`prompt ${at}`, { time: new Date(), chosen, routed: undefined }));
