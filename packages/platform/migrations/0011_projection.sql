CREATE TABLE "card_history" (
	"agent_id" text NOT NULL,
	"card_version" integer NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_history_agent_id_card_version_pk" PRIMARY KEY("agent_id","card_version")
);
--> statement-breakpoint
CREATE TABLE "spoken_lines" (
	"topic_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"agent_id" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "spoken_lines_topic_id_sequence_pk" PRIMARY KEY("topic_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "unread_lines" (
	"topic_id" text NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "unread_lines_topic_id_sequence_pk" PRIMARY KEY("topic_id","sequence")
);
--> statement-breakpoint
CREATE INDEX "spoken_lines_by_words" ON "spoken_lines" USING gin ("words");--> statement-breakpoint
CREATE INDEX "spoken_lines_by_time" ON "spoken_lines" USING btree ("accepted_at","topic_id","sequence");--> statement-breakpoint
CREATE INDEX "spoken_lines_of_agents" ON "spoken_lines" USING btree ("agent_id","accepted_at");--> statement-breakpoint
INSERT INTO "unread_lines" ("topic_id", "sequence")
SELECT "topic_id", "sequence" FROM "ledger_entries"
WHERE "outcome" = 'accepted' AND "input_type" IN ('message', 'reveal') AND "body_text" IS NOT NULL;
