/** The header a person's program sends. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
