import fc from 'fast-check';

/** One of these, as likely as the weight says. `fc.oneof` alone prefers its first the deeper it stands. */
export const weighted = <Value>(...choices: { weight: number; arbitrary: fc.Arbitrary<Value> }[]) =>
  fc.oneof({ depthSize: 'max' }, ...choices);

/** One of these items. */
export const one = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

/** One value alone or a list of them: both may be written. */
export const oneOrMore = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
  weighted<Value | Value[]>(
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.array(value, { minLength: 1, maxLength }) },
  );

/** The value in `percent` of all cases, nothing in the others. */
export const sometimes = <Value>(percent: number, value: fc.Arbitrary<Value>) =>
  weighted<Value | null>(
    { weight: percent, arbitrary: value },
    { weight: 100 - percent, arbitrary: fc.constant(null) },
  );
