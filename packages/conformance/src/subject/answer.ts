import type { JsonObject } from '@agent-home/protocol';

export interface Answer {
  /** Request, named in reports about its response. */
  asked: string;
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the body is no JSON object. */
  json: JsonObject | undefined;
}

export function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Returns the code of the problem document, if there is one. */
export function getCode({ json }: Answer): string | undefined {
  return typeof json?.code === 'string' ? json.code : undefined;
}

export function described(answer: Answer): string {
  return `${answer.asked} answered ${answer.status} ${getCode(answer) ?? ''}`.trim();
}
