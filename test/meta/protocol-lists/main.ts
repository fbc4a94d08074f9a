import { writeOrCheck } from '../../support/generated-files.ts';
import { listsFolder, wantedLists } from './list-files.ts';

/** `npm run generate -- lists` and `npm run check -- lists`. */
await writeOrCheck({
  what: 'files of closed lists',
  folder: listsFolder,
  wanted: wantedLists,
  isGenerated: () => true,
  generate: 'npm run generate -- lists',
});
