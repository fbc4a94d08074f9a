import { runProgram } from './program/run-program.ts';
import { packageVersion } from './program/version.ts';

await runProgram(packageVersion(import.meta.url), async (error) => {
  if (process.env.AGENT_HOME_DEBUG) {
    const { describeError } = await import('@agent-home/platform');
    console.error(JSON.stringify(describeError(error), null, 2));
  }
  return (await import('./terminal/plain-line.ts')).plainLine(error, process.env);
});
