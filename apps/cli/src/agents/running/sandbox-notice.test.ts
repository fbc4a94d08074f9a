import { expect, test, vi } from 'vitest';
import { SandboxNotice } from './sandbox-notice.ts';

test('prints one notice for agents that may call bash', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const notice = new SandboxNotice();
  try {
    for (const lists of [{ allow: ['read_file'], deny: [] }, { deny: ['bash'] }])
      expect(notice.printFor(lists)).toBeUndefined();
    for (const lists of [{ allow: ['bash'], deny: [] }, { deny: [] }]) notice.printFor(lists)?.('no bwrap');
    expect(printed.mock.calls).toEqual([[expect.stringContaining('(no bwrap): install bubblewrap 0.8')]]);
  } finally {
    printed.mockRestore();
  }
});
