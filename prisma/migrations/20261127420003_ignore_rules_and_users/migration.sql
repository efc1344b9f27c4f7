-- Alone, because it locks a busy table.
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
