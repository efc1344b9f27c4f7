-- CreateEnum
CREATE TYPE "EnvironmentKind" AS ENUM ('production', 'staging', 'development');

-- CreateTable
CREATE TABLE "environments" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "EnvironmentKind" NOT NULL,
    "url" TEXT NOT NULL,
    "url_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "environments_project_id_url_key_key" ON "environments"("project_id", "url_key");

-- CreateIndex
CREATE INDEX "annotations_environment_id_created_at_id_idx" ON "annotations"("environment_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What schema.prisma cannot express

-- The environment that a page belongs to: the same origin, and the longest path that the page's path begins with, whole
-- segments only. VOLATILE, so that it looks anew when the calling statement had to wait for the project's row.
CREATE FUNCTION environment_of(project UUID, page TEXT) RETURNS UUID LANGUAGE sql VOLATILE AS $$
  SELECT "id" FROM "environments"
   WHERE "project_id" = project
     AND starts_with(page, "url_key")
     AND substr(page, length("url_key") + 1, 1) IN ('', '/', '?', '#')
   ORDER BY length("url_key") DESC LIMIT 1
$$;
