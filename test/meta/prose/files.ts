/** Generated files and files with fixed bytes: their text comes from elsewhere, or cannot change any more. */
const excluded = [
  /\.gen\.\w+$/,
  /^vectors\//,
  /^patches\//,
  /^openspec\/changes\//,
  /^examples\/oss\//,
  /^packages\/modes\/golden\//,
  /^packages\/database\/migrations\/meta\//,
  /^docs\/protocol\/lists\//,
  /^docs\/configuration\.md$/,
  /(^|\/)node_modules\//,
  /(^|\/)package-lock\.json$/,
];

const hasReader = /\.(tsx?|mjs|cjs|js|py|sh|sql|md)$|^\.ci\/run$/;

/** Past entries of the changelog stay as they were released; new lines are checked. */
export const onlyNewLines = new Set(['CHANGELOG.md']);

export function isChecked(file: string): boolean {
  return hasReader.test(file) && !excluded.some((pattern) => pattern.test(file));
}

/** Returns the package that a file is counted in: a workspace, a folder of `test`, a top-level folder, or `root`. */
export function getPackage(file: string): string {
  const [first = '', second = '', third] = file.split('/');
  const isDeeper = third !== undefined;
  if (['packages', 'apps', 'test'].includes(first) && isDeeper) return `${first}/${second}`;
  if (first === 'clients' && isDeeper) return `${first}/${second}`;
  return ['docs', 'openspec', 'infra', 'examples', 'test'].includes(first) && second !== '' ? first : 'root';
}
