import { statfs } from 'node:fs/promises';
import { type DoctorCheck, failed, ok, warning } from './check.ts';

const gigabyte = 1024 ** 3;

/** Checks the disk of the home's data on this machine, or else of its keys. */
export const diskCheck: DoctorCheck = {
  name: 'disk',
  async run({ settings, dataDirectory }) {
    const folder = dataDirectory ?? settings.keysFolder;
    const { bavail, bsize, blocks } = await statfs(folder);
    const free = (bavail * bsize) / gigabyte;
    const share = blocks === 0 ? 1 : bavail / blocks;
    const seen = `${free.toFixed(1)} GB free (${(share * 100).toFixed(0)} %) at ${folder}`;
    const todo = 'free disk space: `agent-home lifecycle show` lists the retention times';
    if (free < 0.2) return failed(seen, todo);
    return free < 2 && share < 0.1 ? warning(seen, todo) : ok(seen);
  },
};
