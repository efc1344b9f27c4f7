-- Places in the code of the elements of a commit, by the ids of the build plugin.
CREATE TABLE "source_manifests" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "commit" TEXT NOT NULL,
    "repository" TEXT,
    "digest" TEXT NOT NULL,
    "element_count" INTEGER NOT NULL,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_manifests_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "source_manifests_project_id_commit_key" ON "source_manifests"("project_id", "commit");

ALTER TABLE "source_manifests" ADD CONSTRAINT "source_manifests_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "source_parts" (
    "manifest_id" UUID NOT NULL,
    "part" TEXT NOT NULL,
    "elements" JSONB NOT NULL,

    CONSTRAINT "source_parts_pkey" PRIMARY KEY ("manifest_id", "part")
);

ALTER TABLE "source_parts" ADD CONSTRAINT "source_parts_manifest_id_fkey"
  FOREIGN KEY ("manifest_id") REFERENCES "source_manifests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
