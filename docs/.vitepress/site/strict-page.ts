import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Inline styles of the theme: `theme/style.css` has the first, a script sets the second. */
const inlineStyles = / style="(?:position:relative;|--vp-vh:0px;)"/g;
const inlineScripts = /<script((?:\s(?!src=)[^\s>]+)*)>([^<]+)<\/script>/g;

/**
 * Returns a page without inline styles and scripts, since the content security policy allows none. Scripts become files of the
 * site, which pages share; their names contain a hash of the content.
 */
export function makeStrict(html: string, base: string, outDir: string): string {
  return html
    .replaceAll(inlineStyles, '')
    .replaceAll(inlineScripts, (_, attributes: string, code: string) => {
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      const file = `assets/inline.${hash}.js`;
      mkdirSync(join(outDir, 'assets'), { recursive: true });
      writeFileSync(join(outDir, file), code);
      return `<script${attributes} src="${base}${file}"></script>`;
    });
}
