import { migrationState } from '@agent-home/platform/database';
import { type DoctorCheck, failed, ok, warning } from './check.ts';

export const databaseCheck: DoctorCheck = {
  name: 'database',
  async run({ connection }) {
    const { known, applied, isCurrent } = await migrationState(connection.database);
    if (isCurrent) return ok(`answers, all ${known} migrations are in`);
    return applied > known
      ? warning(`has ${applied} migrations, this build knows ${known}`, 'use the build that the home runs')
      : failed(
          `has ${applied} of ${known} migrations`,
          'start an api or a worker of this build: each brings the schema up to date first',
        );
  },
};
