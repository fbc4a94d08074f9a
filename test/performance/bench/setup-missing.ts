/** Thrown by a bench that needs a program which is not installed here. */
export class BenchSetupError extends Error {
  override readonly name = 'BenchSetupError';
  readonly code = 'bench_program_missing';
}
