CREATE TABLE "run_records" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"sha256" text NOT NULL,
	"text" text,
	CONSTRAINT "run_records_agent_id_run_id_seq_pk" PRIMARY KEY("agent_id","run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_values" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"sha256" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "run_values_agent_id_run_id_sha256_pk" PRIMARY KEY("agent_id","run_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"agent_id" text NOT NULL,
	"run_id" text NOT NULL,
	"facts" text NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"agent_name" text NOT NULL,
	"asked" text NOT NULL,
	"tools" text[] NOT NULL,
	"models" text[] NOT NULL,
	"parent_run_id" text,
	"trace_id" text NOT NULL,
	"source" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"next_seq" integer NOT NULL,
	"head" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"conflict" text,
	CONSTRAINT "runs_agent_id_run_id_pk" PRIMARY KEY("agent_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "run_records" ADD CONSTRAINT "run_records_agent_id_run_id_runs_agent_id_run_id_fk" FOREIGN KEY ("agent_id","run_id") REFERENCES "public"."runs"("agent_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_values" ADD CONSTRAINT "run_values_agent_id_run_id_runs_agent_id_run_id_fk" FOREIGN KEY ("agent_id","run_id") REFERENCES "public"."runs"("agent_id","run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_by_start" ON "runs" USING btree ("started_at","agent_id","run_id");--> statement-breakpoint
CREATE INDEX "runs_by_id" ON "runs" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "runs_by_trace" ON "runs" USING btree ("trace_id");--> statement-breakpoint
CREATE INDEX "runs_by_parent" ON "runs" USING btree ("parent_run_id") WHERE parent_run_id is not null;--> statement-breakpoint
CREATE INDEX "runs_by_age" ON "runs" USING btree ("received_at");