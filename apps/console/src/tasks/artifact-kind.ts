export type ArtifactKind = 'text' | 'markdown' | 'json' | 'image' | 'other';

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * How work may be shown, by what its author calls it. SVG is a document that can hold scripts, and HTML is a page:
 * those, and whatever is not known, are only handed out.
 */
export function artifactKind(contentType: string | undefined): ArtifactKind {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/plain') return 'text';
  if (type === 'text/markdown') return 'markdown';
  if (type === 'application/json') return 'json';
  return images.has(type) ? 'image' : 'other';
}
