import { WireError } from './wire-error.ts';

const DEEPEST = 100;

/**
 * Parses the JSON of a body. The depth is limited before parsing, because later readers recurse once per level.
 * @throws WireError `invalid_request`
 */
export function parseBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  if (computeDepth(text) > DEEPEST)
    throw new WireError('invalid_request', `The body is nested deeper than ${DEEPEST} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError('invalid_request', 'We could not parse the JSON body of your request.');
  }
}

function computeDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
