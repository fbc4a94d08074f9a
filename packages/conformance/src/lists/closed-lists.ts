import denials from '../../../../docs/protocol/lists/denials.json' with { type: 'json' };
import feedEvents from '../../../../docs/protocol/lists/feed-events.json' with { type: 'json' };
import objectKinds from '../../../../docs/protocol/lists/object-kinds.json' with { type: 'json' };
import problems from '../../../../docs/protocol/lists/problems.json' with { type: 'json' };

// Lists of the specification itself, because a home is checked against it.

export const problemStatuses: ReadonlyMap<string, number> = new Map(
  problems.map(({ code, status }) => [code, status]),
);
export const denialCodes: ReadonlySet<string> = new Set(denials.map(({ code }) => code));
export const feedEventTypes: ReadonlySet<string> = new Set(
  feedEvents.map(({ event_type: eventType }) => eventType),
);
export const objectKeyTemplates: ReadonlyMap<string, string> = new Map(
  objectKinds.map(({ kind, key }) => [kind, key]),
);
