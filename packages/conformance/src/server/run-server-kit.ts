import { ObjectStoreError } from '@agent-home/object-store/agent';
import { checkAccess, checkPrivateTopic, checkReading, checkTicket } from '../checks/access.ts';
import { checkAnswers } from '../checks/answers.ts';
import { checkCards } from '../checks/cards.ts';
import { checkFeed } from '../checks/feed.ts';
import { checkRegistration, join } from '../checks/joining.ts';
import { checkKeys } from '../checks/keys.ts';
import { checkLedger } from '../checks/ledger.ts';
import { LedgerReading } from '../checks/ledger-reading.ts';
import { type Line, Play } from '../checks/play.ts';
import { checkRequests } from '../checks/requests.ts';
import { type KitTopics, openTopics } from '../checks/topics.ts';
import { KitError } from '../errors/kit-error.ts';
import { Findings } from '../report/findings.ts';
import { createReport, type Report } from '../report/report.ts';
import { serverRequirements } from '../requirements/server-requirements.ts';
import { Bucket } from '../subject/bucket.ts';
import { askStore } from '../subject/credentials.ts';
import type { HomeFindings } from '../subject/findings-of-home.ts';
import { HomeUnderTest } from '../subject/home-under-test.ts';
import type { Run } from '../subject/run.ts';
import { Schemas } from '../subject/schemas.ts';
import type { ServerKitOptions } from '../subject/server-options.ts';

/**
 * Checks a home against the protocol, from outside and with agents of its own. Faults are in the report.
 * @throws KitError if the home cannot be checked: it does not respond, or admits no agent
 */
export async function runServerKit(options: ServerKitOptions): Promise<Report> {
  const startedAt = new Date();
  const findings = new Findings(serverRequirements);
  const home = new HomeUnderTest(options.url, findings);
  const schemas = new Schemas(home, findings);
  const bucket = new Bucket(findings, schemas);
  await schemas.read();
  const first = await join(home, findings, options.adminToken);
  const second = await join(home, findings, options.adminToken);
  const { patienceMs = 20_000 } = options;
  try {
    await checkEverything({ options, home, findings, schemas, bucket, first, second, patienceMs });
  } catch (error) {
    // The checks cannot continue. Earlier findings are reported with this fault.
    if (!blame(findings, error)) throw error;
  }
  const milliseconds = Date.now() - startedAt.getTime();
  return createReport({ kit: 'server', subject: options.url, startedAt, milliseconds }, findings.results());
}

/** Records a fault of a home that ended the checks. Returns false for an error that is not the home's fault. */
function blame(findings: HomeFindings, error: unknown): boolean {
  if (error instanceof ObjectStoreError) {
    findings.fail('credentials/opens', `${error.message} [${error.code}]`);
    return true;
  }
  if (!(error instanceof KitError) || error.code !== 'bad_answer') return false;
  findings.fail('schemas/answers', error.message);
  return true;
}

async function checkEverything(run: Run): Promise<void> {
  const { findings, bucket, first } = run;
  await checkRegistration(findings, first);
  await checkRequests(run);
  const registry = await askStore(first, bucket, { type: 'registry_read' });
  if ('denied' in registry) {
    findings.fail('registration/accepted', `an admitted agent may not read the registry: ${registry.denied}`);
    return;
  }
  await checkKeys(findings, bucket, registry.store, run.options.rootSet);
  await checkCards(run, registry.store);
  findings.hold('credentials/opens');
  await checkAnswers(run, registry.store);
  const topics = await openTopics(run);
  try {
    await checkReading(run, topics.open?.topicId, registry.store);
    if (topics.invited !== undefined) await checkPrivateTopic(run, topics.invited);
    const line = topics.open ? await checkTopic(run, topics.open) : withoutTopic(run);
    await checkFeed(run, line?.key);
  } finally {
    await topics.close();
  }
}

function withoutTopic({ findings }: Run): undefined {
  const why = 'needs a topic to speak in: give it one, or an operator’s token to open one';
  for (const area of ['ledger', 'chain', 'credentials', 'readers']) findings.skipArea(area, why);
}

/** Checks a topic with three lines by two agents, one of them with an invalid signature. */
async function checkTopic(run: Run, open: NonNullable<KitTopics['open']>): Promise<Line | undefined> {
  const { findings, bucket, first, second } = run;
  const { topicId } = open;
  const opened = await askStore(second, bucket, { type: 'topic_read', topic_id: topicId });
  if ('denied' in opened) return withoutTopic(run);
  const reading = new LedgerReading(topicId, bucket, opened.store);
  const play = new Play(run, reading, open);
  const accepted: Line[] = [];
  let spoiled: Line | undefined;
  try {
    const ticket = await play.ticket(first);
    await checkAccess(run, topicId);
    await checkTicket(run, topicId, ticket);
    accepted.push(await play.say(first, ticket, 'Good evening. 晚上好。'));
    await play.endTurn(first);
    spoiled = await play.say(second, await play.ticket(second), 'This is not signed by me.', true);
    // A turn has one key, which has already been judged.
    await play.endTurn(second);
    const again = await play.ticket(second);
    accepted.push(await play.say(second, again, 'This is.'));
    await reading.readOn();
  } catch (error) {
    // Earlier findings are evaluated; missing data is reported where it was needed.
    if (error instanceof KitError && error.code === 'bad_answer')
      findings.fail('ledger/verbatim', error.message);
    else if (!blame(findings, error)) throw error;
  }
  await checkLedger(findings, reading, { accepted, spoiled });
  return accepted[0];
}
