CREATE TABLE "agent_use" (
	"agent_id" text NOT NULL,
	"day" text NOT NULL,
	"runs" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost" double precision NOT NULL,
	CONSTRAINT "agent_use_agent_id_day_pk" PRIMARY KEY("agent_id","day")
);
--> statement-breakpoint
CREATE INDEX "agent_use_by_day" ON "agent_use" USING btree ("day");