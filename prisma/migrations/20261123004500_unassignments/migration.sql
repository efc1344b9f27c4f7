-- Former members some of whose annotations may still be assigned to them: no reader sees that (src/resolvers/annotations/columns.ts),
-- and batch by batch they are unassigned. Written and read by hand (src/resolvers/annotations/unassign-member.ts).
CREATE TABLE "unassignments" (
    "user_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    -- Who removed the member.
    "actor_id" UUID,

    CONSTRAINT "unassignments_pkey" PRIMARY KEY ("user_id", "organization_id")
);

-- CreateIndex
CREATE INDEX "unassignments_organization_id_idx" ON "unassignments"("organization_id");

-- CreateIndex
CREATE INDEX "unassignments_actor_id_idx" ON "unassignments"("actor_id");

-- AddForeignKey
ALTER TABLE "unassignments" ADD CONSTRAINT "unassignments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;
ALTER TABLE "unassignments" ADD CONSTRAINT "unassignments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE;
ALTER TABLE "unassignments" ADD CONSTRAINT "unassignments_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL;
