CREATE TABLE "schema_editions" (
	"kind" text NOT NULL,
	"schema_version" integer NOT NULL,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schema_editions_kind_schema_version_pk" PRIMARY KEY("kind","schema_version")
);
