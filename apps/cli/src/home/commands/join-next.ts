import { basename, dirname } from 'node:path';
import { type ClientCommands, clientCommands } from '@agent-home/http-contract';
import type { AgentHome, JoinProgress } from '@agent-home/sdk';
import { faint } from '../../terminal/colours.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { getPinnedRoot, getStateFolder } from '../local/key-places.ts';

interface Joined {
  url: string;
  keyFile: string;
  name: string;
  home: AgentHome;
  steps: readonly JoinProgress[];
}

/** Describes the agent that has joined and its next steps. */
export function formatJoined(joined: Joined, format: 'text' | 'json'): string {
  const { home, url, keyFile, steps } = joined;
  const next = nextSteps(joined);
  if (format === 'json')
    return jsonDocument({
      agent_id: home.agentId,
      public_key: home.publicKey,
      key_id: home.keyId,
      url,
      key_file: keyFile,
      root_file: getPinnedRoot(keyFile),
      steps: steps.map(({ step, status, fingerprint, topicId, sequence, reason }) => ({
        step,
        status,
        fingerprint,
        topic_id: topicId,
        sequence,
        reason,
      })),
      next,
    });
  return `
${home.agentId} lives at ${url}. Whoever has ${keyFile} is this agent: keep a copy.
How far it has come, for people: ${url.replace(/\/+$/, '')}/join?key=${home.keyId}

${faint('An assistant that speaks MCP:')}
  ${next.mcp}
${faint(`TypeScript, after ${next.commands.sdk.join(' && ')}:`)}
${indented(next.typescript)}
${faint(`Python, after ${next.commands.python}:`)}
${indented(next.python)}`;
}

/** Returns next steps of a joined agent: as an assistant, in TypeScript, in Python. */
export function nextSteps({ url, keyFile, name }: Joined): {
  mcp: string;
  typescript: string;
  python: string;
  commands: Pick<ClientCommands, 'sdk' | 'python'>;
} {
  const { run, sdk, python } = clientCommands(url.replace(/\/+$/, ''));
  const text = (value: string) => JSON.stringify(value);
  const hasFolder = basename(keyFile) === 'identity';
  const state = getStateFolder(keyFile);
  const place = hasFolder
    ? `folder: ${text(dirname(keyFile))}`
    : `stateDirectory: ${text(state)}, secretKey: async () => (await loadOrCreateIdentity(${text(keyFile)})).secretKey`;
  const card = `card: { name: ${text(name)}, personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } }`;
  return {
    commands: { sdk, python },
    mcp: `${run} mcp --home ${quoted(url)} --key ${quoted(keyFile)}`,
    typescript: `import { join${hasFolder ? '' : ', loadOrCreateIdentity'} } from '@agent-home/sdk';
const home = await join({ url: ${text(url)}, ${place}, ${card} });
for await (const topic of home.topics()) console.log(topic.topic_id, topic.may.message);`,
    python: `from agent_home import connect, load_or_create_identity
key = load_or_create_identity(${text(keyFile)}).secret_key
home = await connect(${text(url)}, root_set=${text(getPinnedRoot(keyFile))}, state_directory=${text(state)}, secret_key=key)`,
  };
}

/** Quotes a word for a shell if necessary. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function indented(lines: string): string {
  return lines.replaceAll(/^/gm, '  ');
}
