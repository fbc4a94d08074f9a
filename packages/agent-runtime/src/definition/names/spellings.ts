import { normalForm, sha256Hex } from '@agent-home/protocol';

const maximumWireCharacters = 64;
const maximumSpecCharacters = 63;

const onlyAscii = /^[\0-\x7f]*$/;

/**
 * Reduces a name to its letters and digits: one text for `read_file`, `readFile`, `READ-FILE` and full-width
 * letters. Two names with the same letters are the same name for a deny.
 */
export function foldName(written: string): string {
  // Fast path with the same result in a tenth of the time, because policies compare names by the thousand.
  if (onlyAscii.test(written)) return written.toLowerCase().replace(/[^a-z0-9]/g, '');
  return normalForm(normalForm(written, 'NFKC').toLowerCase(), 'NFKC').replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns true if a name begins with another one, by letters and digits only. A beginning that ends with a
 * separator ends at a word: `mcp.git.` does not begin `mcp.github.get_issue`.
 */
export function beginsWith(name: string, beginning: string): boolean {
  const fold = foldName(beginning);
  if (!/[^\p{L}\p{N}]$/u.test(beginning)) return foldName(name).startsWith(fold);
  const words = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u);
  let begun = '';
  return words.some((word) => {
    begun += foldName(word);
    return begun === fold;
  });
}

/** Returns the name for models: `mcp__github__get_issue`. Vendors accept at most 64 letters, digits, `_` and `-`. */
export function toWireName(canonical: string): string {
  const plain = canonical.replaceAll('.', '__').replace(/[^a-zA-Z0-9_-]/g, '_');
  return cut(plain, '_', maximumWireCharacters, canonical);
}

/** Returns the name that an AgentSpec may contain (S0-42): `mcp-github-get-issue`. */
export function getSpecName(canonical: string): string {
  const plain = canonical
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const begun = /^[a-z]/.test(plain) ? plain : `tool-${plain}`;
  return cut(begun.length < 3 ? `${begun}-tool` : begun, '-', maximumSpecCharacters, canonical);
}

/**
 * Shortens a name that is too long or has disallowed letters to its beginning, and appends a hash of the full name against
 * collisions.
 */
function cut(name: string, separator: string, characters: number, canonical: string): string {
  if (name.length <= characters && /^[a-zA-Z0-9_.-]*$/.test(canonical)) return name;
  const hash = sha256Hex(new TextEncoder().encode(canonical)).slice(0, 10);
  return `${name.slice(0, characters - hash.length - 1)}${separator}${hash}`;
}

/** Returns the server's own name of an MCP tool: `get_issue` for `mcp.github.get_issue`. Undefined for other tools. */
export function findBareName(canonical: string): string | undefined {
  return /^mcp\.[^.]+\.(.+)$/s.exec(canonical)?.[1];
}

/** Returns the server of an MCP tool: `github` of `mcp.github.get_issue`. Undefined for other tools. */
export function findServer(canonical: string): string | undefined {
  return /^mcp\.([^.]+)\../s.exec(canonical)?.[1];
}
