import { readFile } from 'node:fs/promises';

/**
 * Returns the paths of the Unix sockets on which programs of this machine listen. A read-only file system does not keep a program from
 * connecting to them.
 */
export async function hostSockets(): Promise<string[]> {
  return socketPaths(await readFile('/proc/net/unix', 'utf8').catch(() => ''));
}

/** Reads paths from the table `/proc/net/unix`. Abstract names, which begin with `@`, belong to the network namespace. */
export function socketPaths(table: string): string[] {
  const paths = table.split('\n').flatMap((line) => {
    const path = /^[0-9a-f]+: (?:\S+ +){6}(\/.*)$/i.exec(line)?.[1];
    return path === undefined ? [] : [path];
  });
  return [...new Set(paths)];
}
