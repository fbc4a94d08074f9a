CREATE TABLE "feed_acknowledgements" (
	"agent_id" text NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "feed_acknowledgements_agent_id_event_id_pk" PRIMARY KEY("agent_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "feed_positions" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"transaction" "xid8" NOT NULL,
	"event_id" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"missed_from" timestamp (3) with time zone,
	"missed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "home_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_follows" (
	"topic_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"following" boolean NOT NULL,
	CONSTRAINT "topic_follows_agent_id_topic_id_pk" PRIMARY KEY("agent_id","topic_id")
);
--> statement-breakpoint
DROP INDEX "feed_events_agent_id_id_index";--> statement-breakpoint
ALTER TABLE "feed_events" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_events" ADD COLUMN "transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_events" ADD COLUMN "author_id" text;--> statement-breakpoint
ALTER TABLE "feed_acknowledgements" ADD CONSTRAINT "feed_acknowledgements_event_id_feed_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."feed_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_acknowledgements_event_id_index" ON "feed_acknowledgements" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "feed_events_of_agents" ON "feed_events" USING btree ("agent_id","transaction","id") WHERE agent_id is not null;--> statement-breakpoint
CREATE INDEX "feed_events_of_topics" ON "feed_events" USING btree ("topic_id","transaction","id") WHERE agent_id is null;--> statement-breakpoint
CREATE INDEX "feed_events_by_age" ON "feed_events" USING brin ("occurred_at");