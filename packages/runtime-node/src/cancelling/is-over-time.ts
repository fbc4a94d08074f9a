/** Whether a call was ended because its time was over, by its driver or by `AbortSignal.timeout`, and not because nobody wants it. */
export function isOverTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'TimeoutError';
}
