CREATE TABLE "backfills" (
    "name" TEXT NOT NULL,
    "statement" TEXT NOT NULL,
    "position" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    "rows" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("name")
);
