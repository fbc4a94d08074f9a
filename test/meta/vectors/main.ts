import { writeOrCheck } from '../../support/generated-files.ts';
import { vectorsFolder, wantedFiles } from './vector-files.ts';

/** `npm run generate -- vectors` and `npm run check -- vectors`. */
await writeOrCheck({
  what: 'files of vectors',
  folder: vectorsFolder,
  wanted: await wantedFiles(),
  isGenerated: (name) => name.endsWith('.json'),
  generate: 'npm run generate -- vectors',
});
