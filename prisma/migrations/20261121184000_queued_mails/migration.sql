-- CreateTable
CREATE TABLE "queued_mails" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "queued_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "queued_mails_organization_id_idx" ON "queued_mails"("organization_id");

-- CreateIndex
CREATE INDEX "queued_mails_due_at_idx" ON "queued_mails"("due_at");

-- AddForeignKey
ALTER TABLE "queued_mails" ADD CONSTRAINT "queued_mails_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
