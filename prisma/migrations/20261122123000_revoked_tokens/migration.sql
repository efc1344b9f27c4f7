-- AlterTable: a session ends by its own row, and nothing has written this since there are sessions.
ALTER TABLE "refresh_tokens" DROP COLUMN "revoked_at";
