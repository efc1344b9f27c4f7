-- AlterTable
ALTER TABLE "annotations" ADD COLUMN "import_source" TEXT, ADD COLUMN "external_id" TEXT;

-- What schema.prisma cannot express

-- A comment of another tool is here once, however often it is imported.
CREATE UNIQUE INDEX "annotations_project_id_import_source_external_id_key" ON "annotations"("project_id", "import_source", "external_id") WHERE "external_id" IS NOT NULL;
