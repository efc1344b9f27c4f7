CREATE TYPE "Visibility" AS ENUM ('public', 'internal');
CREATE TYPE "PublicAnnotations" AS ENUM ('all', 'none');

ALTER TYPE "HistoryKind" ADD VALUE 'visibility';

ALTER TABLE "projects" ADD COLUMN "public_annotations" "PublicAnnotations" NOT NULL DEFAULT 'all';
