import type { ObjectClass } from './object-classes.ts';

export type Names = Record<string, string>;

/** Returns the key with the names of one situation filled in. */
export function fillIn(template: string, names: Names): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return value;
  });
}

export function listedPrefix({ key, prefix }: ObjectClass): string {
  return prefix ?? key.slice(0, key.replace(/\/$/, '').lastIndexOf('/') + 1);
}
