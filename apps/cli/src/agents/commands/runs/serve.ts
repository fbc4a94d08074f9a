import { runUntilStopped, whenStopped } from '../../../command-line/run-until-stopped.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { openBrowser } from '../../runs-page/open-browser.ts';
import { readPageFiles } from '../../runs-page/page-files.ts';
import { startRunsPage } from '../../runs-page/start-runs-page.ts';

export interface ServeFlags extends RunsFlags {
  port?: number;
  open: boolean;
}

/**
 * `agent-home runs serve`: shows the runs as a web page until Ctrl-C. @throws RunCommandError `page_missing`, `port_in_use`,
 * `port_unusable`
 */
export async function serveRuns(
  environment: Record<string, string | undefined>,
  { port = 0, open, ...flags }: ServeFlags,
): Promise<void> {
  const stopped = whenStopped();
  const page = await withPlainErrors(() =>
    startRunsPage({
      store: openRuns(environment, flags),
      port,
      files: readPageFiles(),
      onLink: (url) => console.log(`opened; for another browser: ${url}`),
      onError: (error) => console.error(error),
    }),
  );
  console.log(`runs of this project: ${page.link()}`);
  console.log('The link opens once, in a browser on this machine. Ctrl-C ends the runs page.');
  const remove = open ? await openBrowser(page.link()) : undefined;
  if (open && !remove) console.error('no program opens links here: open the printed one yourself');
  await runUntilStopped(async () => {
    await page.close();
    await remove?.();
  }, stopped);
}
