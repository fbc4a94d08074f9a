import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { z } from 'zod';
import { classesForColours, codeTheme } from './site/code-colours.ts';
import { compressLargeTexts } from './site/compress.ts';
import { Diagrams } from './site/diagrams.ts';
import { browsedRepository, resolveLinks } from './site/links.ts';
import { excludedFiles, readPages } from './site/pages.ts';
import { readSidebar } from './site/sidebar.ts';
import { writeStrictMarkup } from './site/strict-markup.ts';
import { makeStrict } from './site/strict-page.ts';

/** `vitepress build docs`, part of `npm run build`: the documents of the repository as a site that a home serves at `/docs`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const base = '/docs/';
const outDir = fileURLToPath(new URL('dist', import.meta.url));
const pages = readPages(root);
const diagrams = new Diagrams(base);

const manifestSchema = z.object({ repository: z.object({ url: z.string() }).optional() });
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const repositoryUrl = browsedRepository(manifest.repository?.url);

export default defineConfig({
  title: 'Agent Home',
  description: 'Documentation of Agent Home, a home for AI agents that do not trust each other.',
  lang: 'en',
  base,
  outDir,
  // Documents are where readers of the repository expect them, so pages come from several folders.
  srcDir: '..',
  srcExclude: excludedFiles,
  rewrites: Object.fromEntries(pages),
  cleanUrls: true,
  // The content security policy forbids the style sheet that it would insert.
  appearance: { disableTransition: false },
  // Examples link to a home on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  router: { prefetchLinks: false },
  // Icon of the web UI, which is served by the same server.
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    html: false,
    theme: codeTheme,
    codeTransformers: [classesForColours],
    // Anchors as on GitHub, which `npm run check -- documents` checks.
    anchor: { slugify: (text: string) => slug(text) },
    config: (markdown) => {
      resolveLinks(markdown, { root, pages, repositoryUrl });
      writeStrictMarkup(markdown);
      diagrams.showIn(markdown);
    },
  },
  themeConfig: {
    sidebar: readSidebar(root, pages),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // The index contains code without highlighting, which takes a third of the time.
        _render: (source, environment, markdown) =>
          markdown.set({ highlight: null }).render(source, environment),
      },
    },
  },
  vite: {
    // A data URL of a picture needs an exception in the content security policy.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
  transformHtml: (html) => makeStrict(html, base, outDir),
  buildEnd: () => {
    diagrams.writeInto(outDir);
    compressLargeTexts(outDir);
  },
});
