-- Access tokens of an earlier generation than their user's do not count.
ALTER TABLE "users" ADD COLUMN "token_generation" INTEGER NOT NULL DEFAULT 0;
