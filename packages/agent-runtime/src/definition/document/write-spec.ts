import { stringify } from 'yaml';

/** Renders a spec as the text of a file of its own. */
export function writeSpec(spec: object, format: 'yaml' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(spec, null, 2)}\n`;
  return stringify(spec, { lineWidth: 0, aliasDuplicateObjects: false });
}
