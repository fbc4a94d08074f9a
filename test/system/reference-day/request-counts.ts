/** Requests to the store by their operation, and calls to the token service. */
export class RequestCounts {
  get = 0;
  put = 0;
  head = 0;
  list = 0;
  sts = 0;
  /** Times of calls to the token service, in milliseconds of the day. */
  readonly stsMoments: number[] = [];

  calledSts(at: number): void {
    this.sts += 1;
    this.stsMoments.push(at);
  }

  add(other: Pick<RequestCounts, 'get' | 'put' | 'head' | 'list' | 'sts'>, times = 1): void {
    this.get += other.get * times;
    this.put += other.put * times;
    this.head += other.head * times;
    this.list += other.list * times;
    this.sts += other.sts * times;
  }
}
