CREATE TYPE "Resolution" AS ENUM ('fixed', 'declined', 'duplicate');
-- In the order of the work list.
CREATE TYPE "Priority" AS ENUM ('urgent', 'high', 'normal', 'low');
CREATE TYPE "AnnotationOrder" AS ENUM ('newest', 'oldest', 'recently_updated', 'priority', 'due', 'rank');

ALTER TYPE "HistoryKind" ADD VALUE 'resolution';
ALTER TYPE "HistoryKind" ADD VALUE 'priority';
ALTER TYPE "HistoryKind" ADD VALUE 'labels';
ALTER TYPE "HistoryKind" ADD VALUE 'due';

CREATE TABLE "labels" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "labels_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "labels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "labels_project_id_name_key" ON "labels"("project_id", "name");

CREATE TABLE "annotation_views" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "order_by" "AnnotationOrder" NOT NULL DEFAULT 'newest',
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "annotation_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "annotation_views_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "annotation_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "annotation_views_organization_id_created_at_id_idx" ON "annotation_views"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "annotation_views_user_id_idx" ON "annotation_views"("user_id");
