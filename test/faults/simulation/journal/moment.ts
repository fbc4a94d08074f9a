/** Milliseconds of the machine's clock, which is common to all its processes. */
export type Moment = number;
