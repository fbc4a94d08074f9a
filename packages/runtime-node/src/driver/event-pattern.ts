/**
 * Returns a function that matches event types to a pattern of segments between dots: `*` matches one segment, a last `**` all that
 * follow (S4-38).
 */
export function patternMatcher(pattern: string): (type: string) => boolean {
  const wanted = pattern.split('.');
  return (type) => {
    const segments = type.split('.');
    for (const [index, segment] of wanted.entries()) {
      if (segment === '**' && index === wanted.length - 1) return segments.length > index;
      if (segments[index] === undefined) return false;
      if (segment !== '*' && segment !== segments[index]) return false;
    }
    return segments.length === wanted.length;
  };
}
