import type { ClientPackagesAnswer } from '@agent-home/http-contract';
import type { ListedPackage } from './listed-packages.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body>
${body}
</body>
</html>
`;
}

/** Returns the HTML page `GET /packages/`, for a reader who installs by hand. */
export function indexPage(answer: ClientPackagesAnswer, commands: readonly string[]): string {
  const rows = answer.packages.map(
    ({ name, url, file, bytes, sha256, integrity }) =>
      `<tr><td>${escaped(name)}</td><td><a href="${escaped(url)}">${escaped(file)}</a></td><td>${bytes}</td><td><code>${escaped(sha256)}</code></td><td><code>${escaped(integrity)}</code></td></tr>`,
  );
  return page(
    'Client packages of this home',
    `<h1>Client packages of this home, version ${escaped(answer.version)}</h1>
<pre>${escaped(commands.join('\n'))}</pre>
<table>
<tr><th>package</th><th>file</th><th>bytes</th><th>SHA-256</th><th>npm integrity</th></tr>
${rows.join('\n')}
</table>
<p>The same as JSON: <a href="/packages/index.json">index.json</a></p>`,
  );
}

/** Start page of the PEP 503 index. */
export function simpleIndex(projects: readonly string[]): string {
  return page(
    'Simple index',
    projects.map((name) => `<a href="${escaped(name)}/">${escaped(name)}</a>`).join('\n'),
  );
}

/** Page of a project in the PEP 503 index. */
export function simpleProject(
  files: readonly { one: Extract<ListedPackage, { kind: 'python' }>; url: string }[],
): string {
  const links = files.map(
    ({ one, url }) =>
      `<a href="${escaped(`${url}#sha256=${one.sha256}`)}" data-requires-python="${escaped(one.requires_python)}">${escaped(one.file)}</a>`,
  );
  return page('Links', links.join('\n'));
}
