-- CreateTable: which login and organization are the demo that a start made.
CREATE TABLE "demos" (
    "user_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "password" TEXT,

    CONSTRAINT "demos_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "demos" ADD CONSTRAINT "demos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of one made before, which gets another password than the one that all had: its three rows are of one transaction. An organization of somebody else's is older or younger.
INSERT INTO "demos" ("user_id", "organization_id")
SELECT u.id, o.id
  FROM "users" u
  JOIN "memberships" m ON m.user_id = u.id AND m.created_at = u.created_at
  JOIN "organizations" o ON o.id = m.organization_id AND o.created_at = u.created_at
 WHERE u.email = 'demo@pinbound.example' AND o.slug = 'demo';
