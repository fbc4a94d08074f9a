import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ContainerHome } from './container-home.ts';
import { patiently } from './patiently.ts';

/** First start of a home by itself, with only its PostgreSQL. */
const compose = 'docker compose --project-name first-start';
const container = 'first-start-postgres-1';
let home: ContainerHome;
beforeAll(async () => {
  home = await ContainerHome.checkOut(inject('engine'));
  await home.type('sh infra/container/make-environment.sh > .env');
});
afterAll(async () => {
  await home.try(`${compose} down --volumes --timeout 1`);
  await home.remove();
});

/** Runs the command of the health check. */
const check = () =>
  home.try(
    `${compose} exec -T postgres psql --host=127.0.0.1 --username=postgres --dbname=agent_home --command='SELECT 1'`,
  );

test('an interrupted PostgreSQL is unhealthy without its database', async () => {
  // Progress messages of initdb.
  const steps = [
    'fixing permissions',
    'creating configuration files',
    'running bootstrap script',
    'performing post-bootstrap',
    'syncing data to disk',
  ];
  for (const step of steps) {
    await home.type(`since=$(date +%s.%N)
      ${compose} up --detach --no-deps postgres
      timeout 60 bash -c "grep --quiet --max-count 1 '${step}' < <(docker logs --since $since --follow ${container} 2>&1)"`);
    await home.type(`docker kill --signal KILL ${container}`);
  }
  await home.type(`${compose} up --detach --wait postgres`);
  expect(await check()).toMatchObject({ code: 0 });

  // State of the previous start: a server that responds, without any data of the home.
  const configured = await home.type(
    `docker inspect --format '{{join .Config.Healthcheck.Test " "}}' ${container}`,
  );
  expect(configured).toContain('psql --host=127.0.0.1 --username=postgres --dbname=agent_home');
  await home.type(
    `${compose} exec -T postgres psql --host=127.0.0.1 --username=postgres --command='DROP DATABASE agent_home'`,
  );
  await patiently(async () => expect((await check()).code).not.toBe(0), 30_000);
});
