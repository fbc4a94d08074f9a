import type { InputType, RecordData } from '../run-log/index.ts';

/** What comes to a run from outside, at a time. */
export type RunInput = {
  [Type in InputType]: {
    type: Type;
    /** RFC 3339 in UTC with milliseconds. */
    time: string;
    data: RecordData<Type>;
  };
}[InputType];
