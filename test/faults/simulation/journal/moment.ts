/** Milliseconds of the machine's clock, which all its processes share. */
export type Moment = number;
