import type { InputType, RecordData } from '../run-log/index.ts';

/** Input of a run from outside, with its time. */
export type RunInput = {
  [Type in InputType]: {
    type: Type;
    /** RFC 3339 in UTC with milliseconds. */
    time: string;
    data: RecordData<Type>;
  };
}[InputType];
