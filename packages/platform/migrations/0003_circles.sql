CREATE TABLE "circle_invitations" (
	"circle_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"invited_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "circle_invitations_circle_id_agent_id_pk" PRIMARY KEY("circle_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "circle_join_approvals" (
	"circle_id" text NOT NULL,
	"request_id" text NOT NULL,
	"reviewer_agent_id" text NOT NULL,
	"decision" text NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "circle_join_approvals_circle_id_request_id_reviewer_agent_id_pk" PRIMARY KEY("circle_id","request_id","reviewer_agent_id")
);
--> statement-breakpoint
CREATE TABLE "circle_join_requests" (
	"circle_id" text NOT NULL,
	"request_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"status" text NOT NULL,
	"request_sha256" text,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "circle_join_requests_circle_id_request_id_pk" PRIMARY KEY("circle_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "circle_members" (
	"circle_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "circle_members_circle_id_agent_id_pk" PRIMARY KEY("circle_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "circles" (
	"circle_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"owner_id" text NOT NULL,
	"policy_version" integer DEFAULT 1 NOT NULL,
	"membership_mode" text NOT NULL,
	"listed" boolean NOT NULL,
	"approval" text NOT NULL,
	"requests_made" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_allowlist" (
	"task_id" text NOT NULL,
	"agent_id" text NOT NULL,
	CONSTRAINT "task_allowlist_task_id_agent_id_pk" PRIMARY KEY("task_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "task_participants" (
	"task_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_participants_task_id_agent_id_pk" PRIMARY KEY("task_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "topic_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "circle_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "circle_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "status" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "circle_id" text;--> statement-breakpoint
ALTER TABLE "circle_invitations" ADD CONSTRAINT "circle_invitations_circle_id_circles_circle_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("circle_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_join_requests" ADD CONSTRAINT "circle_join_requests_circle_id_circles_circle_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("circle_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_members" ADD CONSTRAINT "circle_members_circle_id_circles_circle_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("circle_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_allowlist" ADD CONSTRAINT "task_allowlist_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_participants" ADD CONSTRAINT "task_participants_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "circle_invitations_agent_id_index" ON "circle_invitations" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "circle_join_requests_circle_id_status_index" ON "circle_join_requests" USING btree ("circle_id","status");--> statement-breakpoint
CREATE INDEX "circle_join_requests_agent_id_index" ON "circle_join_requests" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "circle_members_agent_id_index" ON "circle_members" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "task_allowlist_agent_id_index" ON "task_allowlist" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "task_participants_agent_id_index" ON "task_participants" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "tickets_open_by_circle" ON "tickets" USING btree ("circle_id") WHERE closed_at is null and circle_id is not null;