/** Whether this is a mistake of the simulation itself, and nothing a storm could have done. */
export function clientError(error: unknown): boolean {
  return error instanceof TypeError && !/fetch failed|terminated|aborted/.test(error.message);
}
