import { z } from 'zod';

/** Numeric limit of the home that its operator may set. */
export interface Limit {
  /** The environment variable that sets it. */
  variable: string;
  unit: 'seconds' | 'milliseconds' | 'days' | 'bytes' | 'objects' | 'lines' | 'calls' | 'failures';
  /** Description of the limited quantity for operators: a phrase without a full stop. */
  bounds: string;
  /** Default value, if the variable is not set. */
  usual: number;
  least: number;
  most: number;
  /** Set if the value may be a fraction. */
  fraction?: true;
}

/** Limits of one area, by their names in the configuration. */
export type Limits = Record<string, Limit>;

/** Returns the schema of one limit, with its range. */
export function limitSchema({ least, most, fraction }: Limit): z.ZodNumber {
  const number = fraction ? z.number() : z.int();
  return number.min(least).max(most);
}

/** Schema fields for these limits, each with its usual value as the default. */
export function limitFields<Of extends Limits>(limits: Of) {
  const fields = Object.entries(limits).map(([name, limit]) => [
    name,
    limitSchema(limit).default(limit.usual),
  ]);
  // The type of `Object.fromEntries` does not contain the names; they are those of `limits`.
  return Object.fromEntries(fields) as { [Name in keyof Of]: z.ZodDefault<z.ZodNumber> };
}
