/** Returns true for an error of the simulation itself, which no storm can cause. */
export function clientError(error: unknown): boolean {
  return error instanceof TypeError && !/fetch failed|terminated|aborted/.test(error.message);
}
