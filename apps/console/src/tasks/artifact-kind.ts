export type ArtifactKind = 'text' | 'markdown' | 'json' | 'image' | 'other';

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Returns the way to display an artifact by its declared content type. SVG can contain scripts and HTML is a page, so those and
 * unknown types are downloads only.
 */
export function artifactKind(contentType: string | undefined): ArtifactKind {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/plain') return 'text';
  if (type === 'text/markdown') return 'markdown';
  if (type === 'application/json') return 'json';
  return images.has(type) ? 'image' : 'other';
}
