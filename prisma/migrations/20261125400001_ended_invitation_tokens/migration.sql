CREATE TABLE "ended_invitation_tokens" (
    "token_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ended_invitation_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE INDEX "ended_invitation_tokens_created_at_idx" ON "ended_invitation_tokens"("created_at");
