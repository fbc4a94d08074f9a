import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** Address of this module as it was loaded, also in a bundle. It is plain JavaScript, because a worker has no compiler. */
export const searchWorker = import.meta.url;

/** Characters of a line that are shown, around its first match. */
const shownCharacters = 400;
const shownBefore = 100;
/** Lines of one match over several lines that are shown. */
const mostLinesOfMatch = 50;

const decoders = [
  [[0xff, 0xfe], new TextDecoder('utf-16le')],
  [[0xfe, 0xff], new TextDecoder('utf-16be')],
];

/** Returns the text of a file; undefined for a binary one, which has a zero byte. */
function decode(bytes) {
  const utf16 = decoders.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (utf16) return utf16[1].decode(bytes);
  return bytes.includes(0) ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

async function compile({ pattern, literal, insensitive, word }) {
  const { RE2JS } = await import('re2js');
  const source = literal ? RE2JS.quote(pattern) : pattern;
  // Compiled alone first, so that brackets of the pattern do not close the group.
  if (word) RE2JS.compile(source);
  const flags = RE2JS.MULTILINE | (insensitive ? RE2JS.CASE_INSENSITIVE : 0);
  return RE2JS.compile(word ? `\\b(?:${source})\\b` : source, flags);
}

/** Returns the places of matches: line by line, or in the whole text. */
function* findMatches(regex, text, lines, { multiline }) {
  if (!multiline) {
    for (const [index, line] of lines.entries()) {
      const matcher = regex.matcher(line);
      if (matcher.find()) yield { first: index, last: index, column: matcher.start() };
    }
    return;
  }
  const matcher = regex.matcher(text);
  let [at, index] = [0, 0];
  while (matcher.find()) {
    const [start, end] = [matcher.start(), Math.max(matcher.start(), matcher.end() - 1)];
    while (index < lines.length - 1 && at + lines[index].length + 1 <= start) at += lines[index++].length + 1;
    let [last, ends] = [index, at + lines[index].length];
    while (last < lines.length - 1 && ends < end && last - index < mostLinesOfMatch)
      ends += lines[++last].length + 1;
    yield { first: index, last, column: start - at };
  }
}

function show(line, column) {
  const text = line.trimEnd();
  if (text.length <= shownCharacters) return text.toWellFormed();
  const begin = Math.max(0, Math.min(column - shownBefore, text.length - shownCharacters));
  const end = Math.min(text.length, begin + shownCharacters);
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`.toWellFormed();
}

/**
 * Searches one file.
 * @returns number of matching lines, and shown lines as number, text and mark: `:` for a match, `-` for context
 */
function searchFile(regex, bytes, options, left) {
  const text = decode(bytes);
  if (text === undefined) return { matches: 0, lines: [] };
  const lines = text.split('\n');
  if (lines.at(-1) === '' && lines.length > 1) lines.pop();
  const { output, before, after } = options;
  const shown = new Map();
  let [matches, counted] = [0, -1];
  for (const { first, last, column } of findMatches(regex, text, lines, options)) {
    if (output === 'files') return { matches: 1, lines: [] };
    matches += Math.max(0, last - Math.max(first, counted + 1) + 1);
    counted = Math.max(counted, last);
    if (output === 'counts') continue;
    for (
      let index = Math.max(0, first - before);
      index <= Math.min(lines.length - 1, last + after);
      index++
    ) {
      const isMatch = index >= first && index <= last;
      if (isMatch || !shown.has(index))
        shown.set(index, [
          index + 1,
          show(lines[index], isMatch && index === first ? column : 0),
          isMatch ? ':' : '-',
        ]);
    }
    if (matches > left) break;
  }
  return { matches, lines: [...shown.values()].sort(([one], [other]) => one - other) };
}

if (!isMainThread && workerData?.task === 'search') {
  const { options } = workerData;
  let left = options.limit;
  const compiling = compile(options).then(
    (regex) => ({ regex }),
    (error) => ({ invalid: error instanceof Error ? error.message : 'the pattern is not valid' }),
  );
  parentPort?.on('message', async (files) => {
    const { regex, invalid } = await compiling;
    if (invalid !== undefined) {
      parentPort?.postMessage({ invalid });
      return;
    }
    const found = [];
    for (const bytes of files) {
      const result = left < 0 ? { matches: 0, lines: [] } : searchFile(regex, bytes, options, left);
      left -= result.matches;
      found.push(result);
    }
    parentPort?.postMessage({ found });
  });
}
