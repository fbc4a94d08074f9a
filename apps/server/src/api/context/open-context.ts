import {
  createCredentialContext,
  createFeedReader,
  FeedNames,
  homeSecret,
  publishedChannel,
  readPublished,
  readRunNotice,
  runsChannel,
} from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';
import { OpenIdClient } from '../open-id/open-id-client.ts';
import { FailedSignIns } from '../server/failed-sign-ins.ts';
import { openChannelSignal } from '../signals/channel-signal.ts';
import { openFeedSignal } from '../signals/feed-signal.ts';
import { openSignedOutSignal } from '../signals/signed-out-signal.ts';
import type { ApiContext, ApiOptions, ServingPlatform } from './api-context.ts';

/** Opens the context once per process: signals listen on the connection as long as it exists. */
export async function openContext(
  platform: ServingPlatform,
  connection: DatabaseConnection,
  options: ApiOptions,
  closing: AbortSignal,
): Promise<ApiContext> {
  return {
    platform,
    credentialDesk: createCredentialContext(platform),
    options: { ...options, authorities: [...options.authorities] },
    feedSignal: await openFeedSignal(connection),
    publishedSignal: await openChannelSignal(connection, publishedChannel, readPublished),
    runSignal: await openChannelSignal(connection, runsChannel, readRunNotice),
    signedOutSignal: await openSignedOutSignal(connection),
    failedSignIns: new FailedSignIns(),
    openId: options.openId && new OpenIdClient(options.openId),
    signInKey: await homeSecret(platform, 'sign-in'),
    feedNames: new FeedNames(await homeSecret(platform, 'feed')),
    readFeed: createFeedReader(platform.database),
    closing,
  };
}
