/** Counters of a restore: objects in the bucket that the backup did not have. */
type RestoreCount =
  | 'objects compared'
  | 'objects newer than the backup'
  | 'objects to be put back'
  | 'objects refused'
  | 'agents rebuilt'
  | 'policies of the home rebuilt'
  | 'decisions on calls rebuilt'
  | 'circles rebuilt'
  | 'memberships rebuilt'
  | 'tasks rebuilt'
  | 'topics rebuilt'
  | 'ledger entries taken over'
  | 'bodies erased since'
  | 'writes to be judged'
  | 'writes judged since'
  | 'topics closed for what is lost'
  | 'topics stopped';

/** Report of a restore: counters, and a line for each finding that an operator should check. */
export class RestoreReport {
  readonly counts = new Map<RestoreCount, number>();
  readonly notes: string[] = [];

  count(what: RestoreCount, number = 1): void {
    if (number > 0) this.counts.set(what, (this.counts.get(what) ?? 0) + number);
  }

  note(line: string): void {
    this.notes.push(line);
  }
}
