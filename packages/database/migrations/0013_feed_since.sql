ALTER TABLE "topic_follows" ADD COLUMN "since_transaction" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_follows" ADD COLUMN "since_event" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD COLUMN "since_transaction" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD COLUMN "since_event" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "feed_events_of_topics_by_time" ON "feed_events" USING btree ("topic_id","occurred_at") WHERE agent_id is null;