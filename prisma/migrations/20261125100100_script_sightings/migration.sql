CREATE TYPE "PageScript" AS ENUM ('overlay', 'embed');

CREATE TABLE "script_sightings" (
    "project_id" UUID NOT NULL,
    "script" "PageScript" NOT NULL,
    "origin" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "script_sightings_pkey" PRIMARY KEY ("project_id", "script", "origin")
);

ALTER TABLE "script_sightings" ADD CONSTRAINT "script_sightings_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
