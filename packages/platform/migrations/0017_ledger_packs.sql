CREATE TABLE "ledger_packs" (
	"topic_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"last_sequence" integer NOT NULL,
	"due" boolean DEFAULT true NOT NULL,
	CONSTRAINT "ledger_packs_topic_id_sequence_pk" PRIMARY KEY("topic_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "ledger_packs" ADD CONSTRAINT "ledger_packs_topic_id_topics_topic_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("topic_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_packs_due" ON "ledger_packs" USING btree ("topic_id") WHERE due;--> statement-breakpoint
-- Entries judged before packs existed get theirs from the first sweep.
INSERT INTO "ledger_packs" ("topic_id", "sequence", "last_sequence")
  SELECT "topic_id", "last" - 255, "last" FROM "topics", generate_series(256, "ledger_sequence", 256) AS "last";
