/**
 * A run of literals with a name between each two of them: `["my name is ", ", I am ", ""]` with `["name", "age"]`. Only the
 * first and the last literal may be empty.
 */
export interface LikeSegment {
  literals: string[];
  names: string[];
}

const token = /\\([\s\S])|\{\{\s*([a-z][A-Za-z0-9]*)\s*\}\}|\*/g;

/**
 * Reads `my name is {{name}}*{{age}} years old`: a name stands for some text in one line, `*` for any text over lines, and a
 * backslash takes its meaning from the character after it. Between two stars lies a segment.
 * @returns the segments, or in words what is wrong
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
