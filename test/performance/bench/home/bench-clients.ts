import { randomBytes } from 'node:crypto';
import type { OssEmulatorOptions } from '@agent-home/oss-emulator';
import postgres from 'postgres';
import { storeUsers } from '../costs/store-counts.ts';

/**
 * Clients of the same database and store under another name: requests are counted by name, and the setup of a
 * bench is not charged to the home.
 */
export interface Clients {
  /** Role in PostgreSQL. */
  role: string;
  databaseUrl: string;
  storeUser: OssEmulatorOptions['users'][number];
  /** The variables of the home that name both. */
  environment: Record<string, string>;
}

export async function makeClients(
  databaseUrl: string,
  { users: [platform] }: OssEmulatorOptions,
): Promise<{ client: Clients; floor: Clients }> {
  if (!platform) throw new Error('the store has no user');
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  const make = async (role: string, name: string): Promise<Clients> => {
    const password = randomBytes(16).toString('hex');
    // Inlined, because a role's statement takes no parameters; role and password are generated here.
    await sql.unsafe(`create role ${role} superuser login password '${password}'`);
    const url = Object.assign(new URL(databaseUrl), { username: role, password });
    const accessKeyId = `BENCH${randomBytes(8).toString('hex')}`;
    const accessKeySecret = randomBytes(16).toString('hex');
    return {
      role,
      databaseUrl: url.href,
      storeUser: { ...platform, name, accessKeyId, accessKeySecret },
      environment: {
        DATABASE_URL: url.href,
        PLATFORM_ACCESS_KEY_ID: accessKeyId,
        PLATFORM_ACCESS_KEY_SECRET: accessKeySecret,
      },
    };
  };
  try {
    return {
      client: await make('bench_client', storeUsers.client),
      floor: await make('bench_floor', storeUsers.floor),
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
