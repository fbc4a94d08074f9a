interface StreamEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Open stream of server-sent events. */
interface OpenStream {
  events: StreamEvent[];
  /** Keys in the events so far. */
  keys(): string[];
  /** Resolves to true once the server has ended it. */
  ended: Promise<boolean>;
  close(): void;
}

export async function openStream(
  url: string,
  token?: string,
  more: Record<string, string> = {},
  path = '/v1/public/stream',
): Promise<OpenStream> {
  const closing = new AbortController();
  const response = await fetch(`${url}${path}`, {
    signal: closing.signal,
    headers: { ...more, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
  const events: StreamEvent[] = [];
  const ended = readEvents(response, (event) => events.push(event)).then(
    () => true,
    () => false,
  );
  return {
    events,
    keys: () => events.flatMap(({ event, data }) => (event === 'published' ? [String(data.object_key)] : [])),
    ended,
    close: () => closing.abort(),
  };
}

async function readEvents(response: Response, hear: (event: StreamEvent) => void): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (event !== undefined) hear({ event, data: JSON.parse(data ?? '{}') as Record<string, unknown> });
    }
  }
}
