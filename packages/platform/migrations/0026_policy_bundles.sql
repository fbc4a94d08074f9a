CREATE TABLE "home_policies" (
	"position" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"spec" text NOT NULL
);
