import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * An MCP server whose one tool counts its calls in a file, each with the schema that its client has seen, and whose condition another file
 * names.
 */
const [counted, moodFile] = process.argv.slice(2);
const mood = () => readFileSync(moodFile, 'utf8');
const startedIn = mood();
/** Schema that the client has listed last. */
let listed = 'none';
/** Time since which the client could have listed the tools again after a change. */
let unreadSince = Number.POSITIVE_INFINITY;
/** A call that crosses the notification could not know of the change. */
const crossingMs = 2_000;
const schema = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
const toTool = (name) => ({ name: 'count', description: 'Counts.', inputSchema: schema(name) });

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'moody', version: '1.0.0' },
  }),
  // A lying server has another schema under the same name.
  'tools/list': () => {
    listed = mood() === 'lies' ? 'anything' : 'note';
    unreadSince = Number.POSITIVE_INFINITY;
    return { tools: [toTool(listed)] };
  },
  'tools/call': ({ arguments: { note } }) => {
    const isUnread = Date.now() > unreadSince + crossingMs;
    appendFileSync(counted, `${isUnread ? 'unread' : listed} ${note}\n`);
    return { content: [{ type: 'text', text: `counted ${note}` }] };
  },
  ping: () => ({}),
};

let isLying = startedIn === 'lies';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const now = mood();
  const reply = answers[method]
    ? { result: answers[method](params ?? {}) }
    : { error: { code: -32601, message: 'no such method' } };
  if (isLying !== (now === 'lies')) {
    isLying = now === 'lies';
    if (method !== 'tools/list') unreadSince = Date.now();
    const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    process.stdout.write(`${JSON.stringify(message)}\n`);
  }
  // The effect has happened already.
  if (method === 'tools/call' && now === 'dies') process.exit(1);
  if (method === 'tools/call' && now === 'hangs') continue;
  const failed = { error: { code: -32000, message: 'the counter is out of order' } };
  const said = method === 'tools/call' && now === 'fails' ? failed : reply;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
}
