import { type CertifiedKind, type ObjectOfKind, objectKey, VerificationError } from '@agent-home/protocol';
import type { PageReader } from './page-reader.ts';
import { getAlarm } from './topic-report.ts';
import type { Alarm } from './types.ts';
import type { Certified, TopicObjects, ToWorker } from './worker-messages.ts';

/** Certified objects of a topic in addition to its ledger, as the home shows them. */
export type TopicTexts = Extract<ToWorker, { type: 'refresh' }>['view'];

/** Verifies the objects of a topic; an object that fails comes with its alarm. */
export async function verifyTopicObjects(
  topicId: string,
  texts: TopicTexts,
  reader: PageReader,
  raise: (alarm: Alarm) => Alarm,
): Promise<TopicObjects> {
  const verify = async <Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    text: string,
  ): Promise<Certified<ObjectOfKind<Kind>>> => {
    try {
      const { object, version } = await reader.verify(kind, key, text);
      const { cert } = object as { cert: { key_id: string; issued_at: string } };
      return { objectKey: key, version, content: object, keyId: cert.key_id, issuedAt: cert.issued_at };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return { objectKey: key, alarm: raise(getAlarm(error)) };
    }
  };
  const topic = { topic_id: topicId };
  const [manifest, state, summary] = await Promise.all([
    verify('topic_manifest', objectKey('topic_manifest', topic), texts.manifest),
    texts.state === undefined
      ? undefined
      : verify('topic_state', objectKey('topic_state', topic), texts.state),
    texts.summary === undefined
      ? undefined
      : verify('topic_summary', objectKey('topic_summary', topic), texts.summary),
  ]);
  return { manifest, ...(state ? { state } : {}), ...(summary ? { summary } : {}) };
}
