/** Error codes of A2A calls: JSON-RPC's own codes, and those of A2A from -32001 on. */
const codes = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  task_not_found: -32001,
  task_not_cancelable: -32002,
  push_not_supported: -32003,
  unsupported_operation: -32004,
  content_type_not_supported: -32005,
  version_not_supported: -32009,
} as const;
export type A2aErrorCode = keyof typeof codes;

export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly code: A2aErrorCode;

  constructor(code: A2aErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const toNumber = (code: A2aErrorCode): number => codes[code];
