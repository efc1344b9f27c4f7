CREATE TYPE "WatchState" AS ENUM ('watching', 'unwatched', 'muted');

CREATE TABLE "watchers" (
    "annotation_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "state" "WatchState" NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "watchers_pkey" PRIMARY KEY ("annotation_id", "membership_id")
);

CREATE INDEX "watchers_membership_id_idx" ON "watchers"("membership_id");

CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "annotation_id" UUID,
    "comment_id" UUID,
    "kind" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "actor_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mail_topic" TEXT,
    "mailed_at" TIMESTAMPTZ(3),
    "deployment_id" UUID,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "notifications_membership_id_event_id_key" ON "notifications"("membership_id", "event_id");
CREATE INDEX "notifications_membership_id_created_at_id_idx" ON "notifications"("membership_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notifications_annotation_id_idx" ON "notifications"("annotation_id");
CREATE INDEX "notifications_comment_id_idx" ON "notifications"("comment_id");
CREATE INDEX "notifications_project_id_idx" ON "notifications"("project_id");
CREATE INDEX "notifications_actor_id_idx" ON "notifications"("actor_id");
CREATE INDEX "notifications_created_at_idx" ON "notifications"("created_at");
CREATE INDEX "notifications_unread_idx" ON "notifications"("membership_id", "annotation_id") WHERE "read_at" IS NULL;
CREATE INDEX "notifications_to_mail_idx" ON "notifications"("membership_id", "mail_topic") WHERE "mail_topic" IS NOT NULL;

CREATE TABLE "notification_mails" (
    "membership_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_mails_pkey" PRIMARY KEY ("membership_id", "topic")
);

CREATE INDEX "notification_mails_due_at_idx" ON "notification_mails"("due_at");

CREATE TABLE "notification_settings" (
    "user_id" UUID NOT NULL,
    "channels" JSONB NOT NULL DEFAULT '{}',
    "mails" BOOLEAN NOT NULL DEFAULT true,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "digest_hour" INTEGER NOT NULL DEFAULT 8,
    "digest_weekday" INTEGER NOT NULL DEFAULT 1,
    "bounced_email" TEXT,
    "bounced_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "project_notification_settings" (
    "user_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "channels" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "project_notification_settings_pkey" PRIMARY KEY ("user_id", "project_id")
);

CREATE INDEX "project_notification_settings_project_id_idx" ON "project_notification_settings"("project_id");

CREATE TABLE "visitor_codes" (
    "code_hash" TEXT NOT NULL,
    "annotation_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "verdict_id" UUID,
    "membership_id" UUID,

    CONSTRAINT "visitor_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE INDEX "visitor_codes_annotation_id_idx" ON "visitor_codes"("annotation_id");
CREATE INDEX "visitor_codes_verdict_id_idx" ON "visitor_codes"("verdict_id");

CREATE TABLE "visitor_notifications" (
    "annotation_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "comment_id" UUID,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_pending" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "visitor_notifications_pkey" PRIMARY KEY ("annotation_id", "event_id")
);

CREATE INDEX "visitor_notifications_comment_id_idx" ON "visitor_notifications"("comment_id");
CREATE INDEX "visitor_notifications_created_at_idx" ON "visitor_notifications"("created_at");

CREATE TABLE "visitor_mails" (
    "annotation_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_for" TEXT,
    "held_since" TIMESTAMPTZ(3),

    CONSTRAINT "visitor_mails_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "visitor_mails_due_at_idx" ON "visitor_mails"("due_at");
CREATE INDEX "visitor_mails_held_for_idx" ON "visitor_mails"("held_for", "annotation_id");

CREATE TABLE "suppressed_addresses" (
    "address_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("address_hash")
);

-- No foreign key, which would lock annotations: rows are deleted after days.
CREATE TABLE "due_notices" (
    "annotation_id" UUID NOT NULL,
    "due_on" DATE NOT NULL,

    CONSTRAINT "due_notices_pkey" PRIMARY KEY ("annotation_id")
);

CREATE TABLE "mailed_addresses" (
    "address_hash" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "confirmed_at" TIMESTAMPTZ(3),
    "invitations" INTEGER NOT NULL DEFAULT 0,
    "account_mails" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mailed_addresses_pkey" PRIMARY KEY ("address_hash")
);

CREATE INDEX "mailed_addresses_day_idx" ON "mailed_addresses"("day");

-- Who works on an annotation, and until when.
CREATE TABLE "annotation_claims" (
    "annotation_id" UUID NOT NULL,
    "membership_id" UUID NOT NULL,
    "via" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "annotation_claims_pkey" PRIMARY KEY ("annotation_id")
);

CREATE INDEX "annotation_claims_membership_id_idx" ON "annotation_claims"("membership_id");

ALTER TABLE "events"
  ADD COLUMN "actor_id" UUID;

ALTER TABLE "annotations"
  ADD COLUMN "mentions" UUID[] NOT NULL DEFAULT '{}';

ALTER TABLE "comments"
  ADD COLUMN "mentions" UUID[] NOT NULL DEFAULT '{}';

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "project_notification_settings" ADD CONSTRAINT "project_notification_settings_project_id_fkey"
  FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_fkey"
  FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "project_notification_settings" ADD CONSTRAINT "project_notification_settings_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "watchers" ADD CONSTRAINT "watchers_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_claims" ADD CONSTRAINT "annotation_claims_membership_id_fkey"
  FOREIGN KEY ("membership_id") REFERENCES "memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "watchers" ADD CONSTRAINT "watchers_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_codes" ADD CONSTRAINT "visitor_codes_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_notifications" ADD CONSTRAINT "visitor_notifications_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_mails" ADD CONSTRAINT "visitor_mails_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "annotation_claims" ADD CONSTRAINT "annotation_claims_annotation_id_fkey"
  FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_fkey"
  FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "visitor_notifications" ADD CONSTRAINT "visitor_notifications_comment_id_fkey"
  FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
