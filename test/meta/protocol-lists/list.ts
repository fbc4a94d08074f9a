import type { JsonValue } from '@agent-home/protocol';

/** One closed list of the protocol, as a Markdown table and as JSON. */
export interface List {
  /** Name of its files. */
  name: string;
  title: string;
  /** Subject of the list, and how a reader handles values outside it. */
  about: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  json: JsonValue;
}

/** Creates a list of codes with one sentence each. */
export function codeList(
  parts: Pick<List, 'name' | 'title' | 'about'>,
  codes: readonly string[],
  when: Readonly<Record<string, string>>,
): List {
  const named = codes.map((code) => ({ code, when: when[code] ?? '' }));
  return {
    ...parts,
    columns: ['code', 'when'],
    rows: named.map((each) => [`\`${each.code}\``, each.when]),
    json: named,
  };
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export function getPage({ name, title, about, columns, rows }: List): string {
  return `# ${title}

${about}

As JSON: [\`${name}.json\`](${name}.json). Written by \`npm run generate -- lists\` out of the code.

${row(columns)}
${row(columns.map(() => '---'))}
${rows.map(row).join('\n')}
`;
}

export const toJson = ({ json }: List): string => `${JSON.stringify(json, null, 2)}\n`;
