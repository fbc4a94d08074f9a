/** Thrown if a runtime would execute, or has executed, a tool that no decision allows (spec other-runtimes "Tools outside"). */
export class OutsideGatewayError extends Error {
  override readonly name = 'OutsideGatewayError';
}
