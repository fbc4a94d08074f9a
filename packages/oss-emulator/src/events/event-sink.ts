/** Event about an object, named as in the vendor's notifications. */
export interface ObjectEvent {
  name:
    | 'ObjectCreated:PutObject'
    | 'ObjectCreated:CopyObject'
    | 'ObjectCreated:AppendObject'
    | 'ObjectCreated:CompleteMultipartUpload'
    | 'ObjectCreated:PutSymlink'
    | 'ObjectRemoved:DeleteObject'
    | 'ObjectRemoved:DeleteObjects';
  key: string;
  etag: string;
  size: number;
  /** Milliseconds. */
  time: number;
  requestId: string;
  sourceIp: string;
  principal: string;
}

/** Receiver of events that never blocks the request that caused them. */
export interface EventSink {
  publish(event: ObjectEvent): void;
}
