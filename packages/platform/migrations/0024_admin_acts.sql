CREATE TABLE "admin_acts" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"reason" text,
	"details" text DEFAULT '{}' NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "admin_acts_actor_id_sequence_index" ON "admin_acts" USING btree ("actor_id","sequence");--> statement-breakpoint
CREATE INDEX "admin_acts_action_sequence_index" ON "admin_acts" USING btree ("action","sequence");--> statement-breakpoint
CREATE INDEX "admin_acts_target_sequence_index" ON "admin_acts" USING btree ("target","sequence");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_changed_acts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'admin_acts is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "admin_acts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_acts"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_changed_acts"();
