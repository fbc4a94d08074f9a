import { readFileSync } from 'node:fs';

export interface Word {
  text: string;
  where: string;
  kind: 'text' | 'code' | 'attribute';
}

/** Identifiers of a home for which a page has names or words. */
export interface Known {
  /** Names of agents by their ids. */
  agents: ReadonlyMap<string, string>;
  /** Ids of topics, circles and tasks that have titles. */
  ids: readonly string[];
  /** Names, titles and similar texts, which their authors wrote in a language of their own. */
  written: readonly string[];
}

/** Words that are the same in every language. */
const properWords = new RegExp(
  `(?<![A-Za-z])(${[
    ...[
      'Agent Home',
      'agent-home',
      'TypeScript',
      'Node',
      'Python',
      'MCP',
      'A2A',
      'SDK',
      'API',
      'JSON',
      'JWKS',
      'OSS',
      'STS',
    ],
    ...[
      'RAM',
      'URL',
      'UTC',
      'ID',
      'id',
      'SHA-256',
      'sha256',
      'Ed25519',
      'PostgreSQL',
      'Redis',
      'Chromium',
      'npm',
      'npx',
    ],
    ...[
      'Ctrl',
      'Esc',
      'Tab',
      'Enter',
      'kB',
      'MB',
      'GB',
      'KiB',
      'MiB',
      'GiB',
      'ms',
      'px',
      'p50',
      'p95',
      'p99',
      'root.json',
    ],
    ...[
      'English',
      'GitHub',
      'OpenID',
      'Markdown',
      'README',
      'HTTP',
      'HTTPS',
      'CPU',
      'IP',
      'QR',
      'vs',
      'd',
      'h',
      'min',
      's',
      'x',
    ],
  ]
    .map((word) => word.replaceAll('.', '\\.'))
    .join('|')})(?![A-Za-z])`,
  'g',
);

const codesOfReasons = Object.keys(
  (
    JSON.parse(
      readFileSync(new URL('../../../apps/console/src/i18n/en/topic.json', import.meta.url), 'utf8'),
    ) as { reason: Record<string, string> }
  ).reason,
);

/** Texts without another name: a key, a host, the place of a message, a command to type, a file. */
const nameless =
  /ed25519-\S*|\b[\w-]+\.(?:local|example)\b|\b[a-z]+(?:_[a-z0-9]+)*_(?:\d{3,}|v\d+)(?:_\d+)*\b|npm run \w+(?: -- \w+)?|agent-home(?: [a-z-]+)+|docs\/[\w-]+\.md/g;

/** An internal code that means nothing to users: `turn_over`, `topic_message_write`. */
const rawCode = /(?<![\w/.@-])[a-z]+(?:_[a-z0-9]+)+(?![\w/@-])/;
/** Key of a text that is shown in place of the text. */
const rawKey = /^[a-z][a-z_]+(?:\.[a-z][a-z_]+)+$/;
const broken = /\bundefined\b|\[object |\bNaN\b|\{\{|\}\}|Invalid Date/;

/** Returns the faults in the words of a page, one line each. */
export function wordFaults(words: readonly Word[], known: Known, language: 'en' | 'zh'): string[] {
  const faults = new Set<string>();
  const written = known.written.toSorted((one, other) => other.length - one.length);
  for (const { text, where, kind } of words) {
    const fault = (what: string) => faults.add(`${what} in ${where} (${kind}): “${text.slice(0, 90)}”`);
    const own = written
      .reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, ' ')), text)
      .replaceAll(nameless, ' ');
    if (broken.test(own)) fault('broken');
    if (rawKey.test(own.trim()) && !/\.(json|js|ts|md|key|png)$/.test(own.trim())) fault('untranslated key');
    if (kind === 'code' ? codesOfReasons.includes(own.trim()) && own.includes('_') : rawCode.test(own))
      fault('raw code');
    if (kind !== 'code') {
      for (const [id, name] of known.agents) if (id !== name && hasWord(own, id)) fault(`id of ${name}`);
      for (const id of known.ids)
        if (id.includes('-') && hasWord(own, id)) fault('id where there is a title');
    }
    if (language === 'zh' && kind !== 'code') {
      const left = own
        .replaceAll(properWords, ' ')
        .replaceAll(/\b[\w.-]+@[\w.-]+|https?:\S+|\/[\w/-]+/g, ' ');
      if (/[A-Za-z]{2,}/.test(left)) fault('English');
    }
  }
  return [...faults];
}

const hasWord = (text: string, id: string) =>
  new RegExp(`(?<![\\w/.-])${id.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')}(?![\\w/-])`).test(text);

/** Returns faults for agents that are drawn by anything but their names. */
export function nameFaults(drawn: readonly (readonly [string, string])[], { agents }: Known): string[] {
  const faults = drawn.filter(([id, text]) => {
    const name = agents.get(id);
    return name !== undefined && text !== name && text !== `${name} (${id})`;
  });
  return [...new Set(faults.map(([id, text]) => `${id} is drawn as “${text}”`))];
}
