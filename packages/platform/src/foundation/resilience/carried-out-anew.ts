const attempts = 3;

/**
 * Does again what PostgreSQL rolled back for the sake of another transaction (class 40: of two that wait for each other one has
 * to end). The work must do nothing but what the transaction does.
 */
export async function carriedOutAnew<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRolledBack(error)) throw error;
    }
  }
}

function isRolledBack(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && /^40[0-9A-Z]{3}$/.test(code)) return true;
  }
  return false;
}
