CREATE TABLE "spec_names" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" text NOT NULL,
	CONSTRAINT "spec_names_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE TABLE "spec_versions" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"content_sha256" text NOT NULL,
	"extension" text NOT NULL,
	"content" text,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "spec_versions_kind_name_version_pk" PRIMARY KEY("kind","name","version")
);
--> statement-breakpoint
CREATE INDEX "spec_names_owner_id_index" ON "spec_names" USING btree ("owner_id");