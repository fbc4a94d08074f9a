import fc from 'fast-check';

/** Returns one of the choices by weight. `fc.oneof` alone prefers its first one at greater depth. */
export const weighted = <Value>(...choices: { weight: number; arbitrary: fc.Arbitrary<Value> }[]) =>
  fc.oneof({ depthSize: 'max' }, ...choices);

/** Returns one of these items. */
export const one = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

/** Returns one value or a list of values, because both forms are valid. */
export const oneOrMore = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
  weighted<Value | Value[]>(
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.array(value, { minLength: 1, maxLength }) },
  );

/** Returns the value in `percent` of all cases, otherwise undefined. */
export const sometimes = <Value>(percent: number, value: fc.Arbitrary<Value>) =>
  weighted<Value | null>(
    { weight: percent, arbitrary: value },
    { weight: 100 - percent, arbitrary: fc.constant(null) },
  );
