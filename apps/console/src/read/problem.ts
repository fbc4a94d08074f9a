/** Refusal of the API, by its code. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  /** Field of the request that was wrong. */
  readonly path: string | undefined;

  constructor(code: string, status: number, message: string, path?: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.path = path;
  }
}

export async function findProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, detail, title, path } = (body ?? {}) as Record<string, unknown>;
  const text = [detail, title].find((one) => typeof one === 'string');
  return new Problem(
    typeof code === 'string' ? code : 'unreadable_answer',
    response.status,
    typeof text === 'string' ? text : response.statusText,
    typeof path === 'string' ? path : undefined,
  );
}
