-- The present, rounded to milliseconds, may lie ahead of a claim that follows at once: the work then waited for the
-- next sweep. More digits need no new copy of the tables.

-- AlterTable
ALTER TABLE "queued_mails" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "invitations" ALTER COLUMN "mail_due_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "event_retries" ALTER COLUMN "next_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "notification_mails" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "webhook_deliveries" ALTER COLUMN "next_attempt_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "visitor_mails" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "deployment_captures" ALTER COLUMN "retry_at" SET DATA TYPE TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "verdict_suggestions" ALTER COLUMN "due_at" SET DATA TYPE TIMESTAMPTZ(6);
