import { type ErrorKind, KINDS, type OssErrorCode } from './oss-error-kinds.ts';

/** Refusal with the vendor's code. The message never contains a secret, because it is sent and may be logged. */
export class OssError extends Error {
  override readonly name = 'OssError';
  readonly code: OssErrorCode;
  readonly status: number;
  readonly ec: string | undefined;
  readonly headers: Record<string, string>;
  /** Additional elements of the error document. */
  readonly elements: Record<string, string>;

  constructor(
    code: OssErrorCode,
    details: {
      message?: string;
      status?: number;
      ec?: string;
      headers?: Record<string, string>;
      elements?: Record<string, string>;
    } = {},
  ) {
    const kind: ErrorKind = KINDS[code];
    super(details.message ?? kind.message);
    this.code = code;
    this.status = details.status ?? kind.status;
    this.ec = details.ec ?? kind.ec;
    this.headers = details.headers ?? {};
    this.elements = details.elements ?? {};
  }
}
