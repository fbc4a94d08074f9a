import type { ToolOutcome } from '@agent-home/agent-runtime';
import { z } from 'zod';
import { withEither } from '../../cancelling/either-signal.ts';
import { boundedText } from '../../outcomes/bounded-text.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { failed, succeeded } from '../../outcomes/tool-outcomes.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { decodeText } from './decode-text.ts';
import { getPage, type PageOptions } from './get-page.ts';
import { runInWorker } from './run-in-worker.ts';

/** Largest body that is read. */
const mostBytes = 5 * 1024 * 1024;
/** Longest time for all requests of a call and the conversion. */
const mostMs = 20_000;

const webFetchArguments = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(8_000)
    .describe('Address of the page, http or https, without user and password.'),
  maxBytes: z
    .int()
    .min(1_000)
    .max(200_000)
    .default(100_000)
    .describe('Largest number of bytes of the result; the rest is cut.'),
});

export interface WebFetchOptions {
  /** True if addresses of this machine and of private networks are allowed. */
  allowPrivate: boolean;
  environment: NodeJS.ProcessEnv;
}

/** Reads a page of the web as Markdown (spec native-tools "Reading the web"). */
export function webFetchTool({ allowPrivate, environment }: WebFetchOptions): NativeTool {
  return nativeTool({
    name: 'web_fetch',
    description:
      'Gets a public web page by its address and returns it as Markdown; JSON and plain text as they are. Sends no credentials and runs no scripts. Respects robots.txt.',
    arguments: webFetchArguments,
    risk: 'medium',
    sideEffects: false,
    idempotent: true,
    timeoutMs: mostMs + 5_000,
    act: ({ url, maxBytes }, { signal }) =>
      withEither(
        [signal],
        (limited) => fetchPage(url, maxBytes, { allowPrivate, environment, signal: limited }),
        { ms: mostMs, reason: overTime },
      ),
  });
}

async function fetchPage(address: string, maxBytes: number, options: PageOptions): Promise<ToolOutcome> {
  const { url, answer } = await getPage(address, options);
  const type = answer.headers['content-type'] ?? '';
  const metadata = { status: answer.status, url: url.href, contentType: type.slice(0, 200) };
  if (answer.status < 200 || answer.status >= 300) {
    answer.discard();
    return failed('http_status', `${url.host} responded with status ${answer.status}`, { metadata });
  }
  const kind = readKind(type);
  if (kind === undefined) {
    answer.discard();
    throw new ToolFailure(
      'not_text',
      `${url.host} responded with ${type === '' ? 'no type of content' : type.slice(0, 100)}, which is not text: fetch a page, JSON or plain text`,
    );
  }
  const text = decodeText(await answer.read(mostBytes), type);
  const shown =
    kind === 'html'
      ? String(await runInWorker({ task: 'page.markdown', html: text, url: url.href }, options.signal))
      : text;
  return succeeded([shown === '' ? '[no text]' : boundedText(shown, maxBytes)], metadata);
}

function overTime(): ToolFailure {
  return new ToolFailure(
    'tool_timeout',
    `the web server took longer than ${mostMs / 1_000} s: fetch another one`,
  );
}

function readKind(contentType: string): 'html' | 'text' | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return /^(text\/.+|application\/(.+\+)?(json|xml|yaml)|application\/(x-ndjson|jsonl))$/.test(type)
    ? 'text'
    : undefined;
}
