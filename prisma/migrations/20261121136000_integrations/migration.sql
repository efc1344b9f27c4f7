-- Integrations: what is sent to them goes through a webhook's row, whose id they share, and its deliveries.
CREATE TYPE "IntegrationProvider" AS ENUM ('slack', 'discord', 'github', 'gitlab', 'jira', 'linear');
CREATE TYPE "IntegrationDisabledReason" AS ENUM ('refused', 'failing');
CREATE TYPE "IssueState" AS ENUM ('open', 'started', 'closed', 'deleted');

CREATE TABLE "integrations" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" "IntegrationProvider" NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "notify" TEXT[],
    "credential_hint" TEXT NOT NULL,
    "has_inbound_secret" BOOLEAN NOT NULL DEFAULT false,
    "disabled_reason" "IntegrationDisabledReason",
    "paused_until" TIMESTAMPTZ(3),
    "last_inbound_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "integrations_id_fkey" FOREIGN KEY ("id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "integrations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "integrations_project_id_created_at_id_idx" ON "integrations"("project_id", "created_at" DESC, "id" DESC);

-- The issue of an annotation in a tracker; external_id is null until it is known to be there.
CREATE TABLE "external_issues" (
    "integration_id" UUID NOT NULL,
    "annotation_id" UUID NOT NULL,
    "external_id" TEXT,
    "key" TEXT,
    "url" TEXT,
    "state" "IssueState",
    "sending_state" "IssueState",
    "changed_at" TIMESTAMPTZ(3),
    "attempted_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "external_issues_pkey" PRIMARY KEY ("integration_id", "annotation_id"),
    CONSTRAINT "external_issues_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "external_issues_annotation_id_fkey" FOREIGN KEY ("annotation_id") REFERENCES "annotations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "external_issues_integration_id_external_id_key" ON "external_issues"("integration_id", "external_id");
CREATE INDEX "external_issues_annotation_id_idx" ON "external_issues"("annotation_id");

CREATE TABLE "external_comments" (
    "integration_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "external_id" TEXT,
    "attempted_at" TIMESTAMPTZ(3),
    CONSTRAINT "external_comments_pkey" PRIMARY KEY ("integration_id", "comment_id"),
    CONSTRAINT "external_comments_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "external_comments_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "external_comments_integration_id_external_id_key" ON "external_comments"("integration_id", "external_id");
CREATE INDEX "external_comments_comment_id_idx" ON "external_comments"("comment_id");

-- What trackers have told, by the hash of what they signed: it counts once.
CREATE TABLE "inbound_calls" (
    "integration_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "inbound_calls_pkey" PRIMARY KEY ("integration_id", "hash"),
    CONSTRAINT "inbound_calls_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "inbound_calls_received_at_idx" ON "inbound_calls"("received_at");

-- What annotations show of their issues, so that reading them takes no further statement.
ALTER TABLE "annotations" ADD COLUMN "external_issues" JSONB NOT NULL DEFAULT '[]';
