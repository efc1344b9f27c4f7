-- Alone, because it locks a busy table.
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
