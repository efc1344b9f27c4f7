-- Visitors may reply to comments of others where a project permits it. Until then, and for the previous release, only
-- the visitor who wrote the comment replies.
CREATE TYPE "PublicReplies" AS ENUM ('all', 'own', 'none');

ALTER TABLE "projects" ADD COLUMN "public_replies" "PublicReplies" NOT NULL DEFAULT 'own';

ALTER TABLE "comments" ADD COLUMN "by_other_visitor" BOOLEAN NOT NULL DEFAULT false;
