CREATE TABLE "verdict_suggestions" (
    "verdict_id" UUID NOT NULL,
    "effect" TEXT,
    "reason" TEXT,
    "model" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verdict_suggestions_pkey" PRIMARY KEY ("verdict_id"),
    CONSTRAINT "verdict_suggestions_verdict_id_fkey" FOREIGN KEY ("verdict_id") REFERENCES "deployment_verdicts"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
