import { migrationState } from '@agent-home/platform/database';
import { type DoctorCheck, failed, ok, warning } from './check.ts';

export const databaseCheck: DoctorCheck = {
  name: 'database',
  async run({ connection }) {
    const { known, applied, isCurrent } = await migrationState(connection.database);
    if (isCurrent) return ok(`responds, and all ${known} migrations are applied`);
    return applied > known
      ? warning(
          `has ${applied} migrations, this build knows ${known}`,
          'use the version of agent-home that the home runs',
        )
      : failed(
          `has ${applied} of ${known} migrations`,
          'start an API or a worker of this version, which applies the migrations',
        );
  },
};
