CREATE TABLE "task_follows" (
	"task_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"following" boolean NOT NULL,
	"since_transaction" "xid8" DEFAULT '0' NOT NULL,
	"since_event" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "task_follows_agent_id_task_id_pk" PRIMARY KEY("agent_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "allowances" (
	"subject" text PRIMARY KEY NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_events" ADD COLUMN "task_id" text;--> statement-breakpoint
ALTER TABLE "topic_follows" ADD COLUMN "since_transaction" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_follows" ADD COLUMN "since_event" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_usage" ADD COLUMN "is_untold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_participants" ADD COLUMN "since_transaction" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_participants" ADD COLUMN "since_event" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD COLUMN "since_transaction" "xid8" DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "topic_participants" ADD COLUMN "since_event" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "task_follows_task_id_index" ON "task_follows" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "feed_events_of_topics_by_time" ON "feed_events" USING btree ("topic_id","occurred_at") WHERE agent_id is null;--> statement-breakpoint
CREATE INDEX "feed_events_of_tasks" ON "feed_events" USING btree ("task_id","transaction","id") WHERE agent_id is null and task_id is not null;--> statement-breakpoint
CREATE INDEX "feed_events_of_tasks_by_time" ON "feed_events" USING btree ("task_id","occurred_at") WHERE agent_id is null and task_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_by_end" ON "tasks" USING btree ("ends_at") WHERE ends_at is not null;--> statement-breakpoint
-- Taken from the text: PostgreSQL reads no JSON with an escaped NUL, and a quotation mark within a text is escaped.
UPDATE "tasks" SET "ends_at" = substring("manifest" from '"due_at":"([0-9TZ:.+-]+)"')::timestamptz
WHERE "status" = 'open' AND substring("manifest" from '"due_at":"([0-9TZ:.+-]+)"')::timestamptz > now();
