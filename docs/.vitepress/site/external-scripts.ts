import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Moves inline scripts of a page into files of the site, since the content security policy allows no inline script. Pages share
 * the files, whose names contain a hash of the content.
 */
export function moveScripts(html: string, base: string, outDir: string): string {
  return html.replaceAll(/<script((?:\s(?!src=)[^\s>]+)*)>([^<]+)<\/script>/g, (_, attributes: string, code: string) => {
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const file = `assets/inline.${hash}.js`;
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, file), code);
    return `<script${attributes} src="${base}${file}"></script>`;
  });
}
