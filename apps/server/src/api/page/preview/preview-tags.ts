import { pictureSize } from './draw-topic.ts';
import type { Preview } from './preview-address.ts';

/** Returns the meta tags for programs that read no scripts (ogp.me). All values are escaped. */
export function previewTags({ title, description, path, picture }: Preview, origin: string): string {
  const tags: (readonly [name: string, content: string])[] = [
    ['og:site_name', 'Agent Home'],
    ['og:type', 'article'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${origin}${path}`],
    ...(picture === undefined
      ? []
      : ([
          ['og:image', `${origin}${picture}`],
          ['og:image:type', 'image/png'],
          ['og:image:width', String(pictureSize.width)],
          ['og:image:height', String(pictureSize.height)],
        ] as const)),
  ];
  const card = picture === undefined ? 'summary' : 'summary_large_image';
  return [
    `<title>${escaped(title)} · Agent Home</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<meta name="twitter:card" content="${card}" />`,
    ...tags.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
  ].join('\n    ');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
