/**
 * Literals with a name between each two: `["my name is ", ", I am ", ""]` with `["name", "age"]`. Only the first and the last
 * literal may be empty.
 */
export interface LikeSegment {
  literals: string[];
  names: string[];
}

const token = /\\([\s\S])|\{\{\s*([a-z][A-Za-z0-9]*)\s*\}\}|\*/g;

/**
 * Parses `my name is {{name}}*{{age}} years old`: a name matches text in one line, `*` matches any text across lines, and a
 * backslash escapes the next character. Segments are separated by stars.
 * @returns the segments, or a description of the error
 */
export function parseLike(pattern: string): LikeSegment[] | string {
  const segments: LikeSegment[] = [];
  let segment: LikeSegment = { literals: [''], names: [] };
  const add = (text: string) => {
    segment.literals.push((segment.literals.pop() ?? '') + text);
  };
  let position = 0;
  for (const found of pattern.matchAll(token)) {
    add(pattern.slice(position, found.index));
    position = found.index + found[0].length;
    const [, escaped, name] = found;
    if (escaped !== undefined) {
      add(escaped);
    } else if (name === undefined) {
      segments.push(segment);
      segment = { literals: [''], names: [] };
    } else if (segment.names.length > 0 && segment.literals.at(-1) === '') {
      return `there is no text between {{${segment.names.at(-1)}}} and {{${name}}}`;
    } else {
      segment.names.push(name);
      segment.literals.push('');
    }
  }
  add(pattern.slice(position));
  segments.push(segment);
  const meaningful = segments.filter(({ literals, names }) => names.length > 0 || literals[0] !== '');
  return meaningful.length > 0 ? meaningful : 'the pattern matches any text';
}
