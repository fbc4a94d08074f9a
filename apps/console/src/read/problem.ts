/** What the API refused, by its code. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, detail, title } = (body ?? {}) as Record<string, unknown>;
  const text = [detail, title].find((one) => typeof one === 'string');
  return new Problem(
    typeof code === 'string' ? code : 'unreadable_answer',
    response.status,
    typeof text === 'string' ? text : response.statusText,
  );
}
