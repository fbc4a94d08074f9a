/** Refusals of the runs page, with their status and text. */
const problems = {
  foreign_host: [403, 'this address is not the one that agent-home runs serve prints'],
  foreign_origin: [403, 'pages of other origins may not read runs'],
  internal_error: [500, 'the request failed: see the output of agent-home runs serve'],
  invalid_parameter: [400, 'a parameter is unknown or has a wrong value'],
  link_used: [403, 'this link was used or is old: open the newest one that agent-home runs serve printed'],
  method_not_allowed: [405, 'the runs page is read-only: use GET'],
  not_found: [404, 'nothing is here'],
  no_such_run: [404, 'the run does not exist: see agent-home runs list'],
  not_signed_in: [401, 'open the link that agent-home runs serve printed'],
  runs_unreadable: [500, 'the folder of runs cannot be read: check its owner and its permissions'],
  too_many_streams: [503, 'too many pages are open: close some'],
} as const;
export type PageProblemCode = keyof typeof problems;

/** The runs page refuses a request. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem';
  readonly code: PageProblemCode;
  readonly status: number;

  constructor(code: PageProblemCode) {
    const [status, text] = problems[code];
    super(text);
    this.code = code;
    this.status = status;
  }
}
