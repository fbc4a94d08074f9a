CREATE TABLE "failures" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"body" text,
	"attempts" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"replayed_at" timestamp (3) with time zone,
	"replayed_by" text,
	"replays" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "traceparent" text;--> statement-breakpoint
CREATE INDEX "failures_due" ON "failures" USING btree ("retry_at") WHERE settled_at is null and retry_at is not null;--> statement-breakpoint
CREATE INDEX "failures_open" ON "failures" USING btree ("last_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "failures_settled" ON "failures" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "topic_follows_topic_id_index" ON "topic_follows" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "outbox_refused" ON "outbox" USING btree ("stream") WHERE attempts > 0;