CREATE TABLE "agent_alerts" (
	"scope" text NOT NULL,
	"agent_id" text NOT NULL,
	"kind" text NOT NULL,
	"alert_id" text NOT NULL,
	"facts" text NOT NULL,
	"raised_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "agent_alerts_scope_agent_id_kind_pk" PRIMARY KEY("scope","agent_id","kind")
);
--> statement-breakpoint
CREATE TABLE "agent_health" (
	"agent_id" text PRIMARY KEY NOT NULL,
	"failed_runs" integer DEFAULT 0 NOT NULL,
	"code" text,
	"run_id" text,
	"failed_since" timestamp (3) with time zone,
	"last_record_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"day" text NOT NULL,
	"day_tokens" bigint DEFAULT 0 NOT NULL,
	"day_cost" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"scope" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"failing" boolean NOT NULL,
	"silent_minutes" integer,
	"tokens_a_day" bigint,
	"cost_a_day" double precision,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "agent_alerts_due" ON "agent_alerts" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "agent_health_failing" ON "agent_health" USING btree ("failed_runs") WHERE failed_runs >= 3;--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "runs" USING btree ("agent_id") WHERE state = 'waiting';